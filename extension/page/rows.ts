// The ledger being written: rows as strings, joined once. The grammar is in
// host/protocol/ledger.go.

// Breaks: how a row follows what was printed before it.
export const joined = 0, spaced = 1, line = 2, block = 3, cell = 4;

interface Region { readonly key: number; readonly label: string; controls: number; chars: number }

// Ledger collects rows up to a size. Beyond it rows of the last priority class
// are left out and counted for the region they stand in.
export class Ledger {
  readonly rows: string[] = [];
  readonly #max: number;
  readonly #regions: Region[] = [{ key: 0, label: "", controls: 0, chars: 0 }];
  #chars = 0;
  #gap = block;
  #class = 5;
  #wanted = 5;
  partial = false;

  constructor(max: number) {
    this.#max = max;
  }

  // gap asks for at least this break before the next row.
  gap(at: number): void {
    if (at > this.#gap) this.#gap = at;
  }

  // cut asks for exactly this break: a cell begins, whatever ended before it.
  cut(at: number): void {
    this.#gap = at;
  }

  get pending(): number {
    return this.#gap;
  }

  // class is the priority class of the rows that follow.
  set class(cls: number) {
    this.#wanted = cls;
  }

  // put writes a row and says whether there was room; controls and chars are what is lost when there was none.
  put(row: string, controls: number, chars: number): boolean {
    if (this.#chars + row.length > this.#room) {
      this.#lose(controls, chars);
      return false;
    }
    this.#flush();
    if (this.#wanted !== this.#class) this.#push(`0p\t${this.#class = this.#wanted}\n`);
    this.#push(`${this.#gap}${row}\n`);
    this.#gap = joined;
    return true;
  }

  // open starts a structure or a control with content; every open that said yes needs a close.
  open(row: string, key: number, label: string, controls: number): boolean {
    if (!this.put(row, controls, 0)) return false;
    this.#regions.push({ key, label, controls: 0, chars: 0 });
    return true;
  }

  // close ends what the last open began.
  close(): void {
    this.#flush();
    this.#regions.pop();
    this.#push("0)\n");
  }

  // shrink puts one row in place of those from an open on.
  shrink(from: number, row: string): void {
    this.#regions.pop();
    for (let i = from; i < this.rows.length; i++) this.#chars -= this.rows[i]?.length ?? 0;
    this.rows.length = from;
    this.#push(row);
  }

  // unwrap takes the row of an open away and leaves what is in it.
  unwrap(at: number): void {
    this.#flush();
    this.#regions.pop();
    this.#chars -= this.rows[at]?.length ?? 0;
    this.rows[at] = "";
  }

  // end writes what is still to be said and joins the rows.
  end(): string {
    this.#flush();
    return this.rows.join("").toWellFormed();
  }

  // The first classes may go over the size by an eighth: they are what a person sees.
  get #room(): number {
    return this.#wanted === 5 ? this.#max : this.#max + this.#max / 8;
  }

  #lose(controls: number, chars: number): void {
    const region = this.#regions[this.#regions.length - 1];
    if (region === undefined) return;
    this.partial = true;
    region.controls += controls;
    region.chars += chars;
  }

  // flush says how much was left out just here.
  #flush(): void {
    const region = this.#regions[this.#regions.length - 1];
    if (region === undefined || region.controls === 0 && region.chars === 0) return;
    this.#push(`3x\t${region.key || ""}\t${region.label}\t${region.controls}\t${region.chars}\n`);
    region.controls = region.chars = 0;
  }

  #push(row: string): void {
    this.rows.push(row);
    this.#chars += row.length;
  }
}

// fields joins a row's fields and leaves trailing empty ones out.
export function fields(op: string, ...parts: readonly (string | number)[]): string {
  let end = parts.length;
  while (end > 0 && parts[end - 1] === "") end--;
  let row = op;
  for (let i = 0; i < end; i++) row += `\t${parts[i]}`;
  return row;
}
