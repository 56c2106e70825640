// Projective maps between a frame's viewport and the quad in which its parent
// shows it. Bounding rectangles would do for plain frames only: under rotation
// or perspective they press the wrong button.

/** A point in CSS pixels. */
export interface Point { x: number; y: number }

/** A 3×3 projective map, row by row. */
export type Projection = readonly [number, number, number, number, number, number, number, number, number];

/** The map that changes nothing. */
export const identity: Projection = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/**
 * Maps the rectangle 0,0…width,height to a quad given as CDP gives it: the
 * corners x1,y1…x4,y4 clockwise from the top left (Heckbert's square to quad).
 */
export function onto(quad: readonly number[], width: number, height: number): Projection {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = quad as [number, number, number, number, number, number, number, number];
  const dx1 = x1 - x2, dx2 = x3 - x2, dx3 = x0 - x1 + x2 - x3;
  const dy1 = y1 - y2, dy2 = y3 - y2, dy3 = y0 - y1 + y2 - y3;
  const det = dx1 * dy2 - dx2 * dy1;
  const g = det === 0 ? 0 : (dx3 * dy2 - dx2 * dy3) / det;
  const h = det === 0 ? 0 : (dx1 * dy3 - dx3 * dy1) / det;
  return [
    (x1 - x0 + g * x1) / width, (x3 - x0 + h * x3) / height, x0,
    (y1 - y0 + g * y1) / width, (y3 - y0 + h * y3) / height, y0,
    g / width, h / height, 1,
  ];
}

/** The map that first applies inner, then outer. */
export function after(outer: Projection, inner: Projection): Projection {
  const cell = (row: number, column: number): number =>
    outer[row * 3]! * inner[column]! + outer[row * 3 + 1]! * inner[3 + column]! + outer[row * 3 + 2]! * inner[6 + column]!;
  return [cell(0, 0), cell(0, 1), cell(0, 2), cell(1, 0), cell(1, 1), cell(1, 2), cell(2, 0), cell(2, 1), cell(2, 2)];
}

/** Where a map takes a point; undefined behind the eye of a perspective. */
export function apply(map: Projection, point: Point): Point | undefined {
  const w = map[6] * point.x + map[7] * point.y + map[8];
  if (!(w > 1e-9)) return undefined;
  return { x: (map[0] * point.x + map[1] * point.y + map[2]) / w, y: (map[3] * point.x + map[4] * point.y + map[5]) / w };
}

/** The map back; undefined for a frame that is seen from its edge. */
export function inverse(m: Projection): Projection | undefined {
  const a = m[4] * m[8] - m[5] * m[7], b = m[5] * m[6] - m[3] * m[8], c = m[3] * m[7] - m[4] * m[6];
  const det = m[0] * a + m[1] * b + m[2] * c;
  if (Math.abs(det) < 1e-12) return undefined;
  const out = [
    a, m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
    b, m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
    c, m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
  ].map((value) => value / det);
  return out as unknown as Projection;
}
