package page

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"
)

// samples are the kinds of pages on which simple estimates go wrong.
func samples() map[string]string {
	r := rand.New(rand.NewPCG(1, 2))
	list := map[string]string{
		"chinese": `我们的浏览器扩展程序会读取页面上的所有控件和文字，并且准确地告诉您哪些内容没有显示。请选择一个模板，然后填写标题和说明，最后点击“创建表单”按钮。订单已经发货，预计三天内送达北京市朝阳区。如果您需要帮助，请联系客服中心，电话：010-12345678。`,
		"arabic":  `يقرأ هذا البرنامج جميع عناصر الصفحة ويخبرك بوضوح بما لم يظهر منها. اختر نموذجا ثم اكتب العنوان والوصف واضغط على زر الإنشاء. تم شحن طلبك وسيصل خلال ثلاثة أيام إلى العنوان المسجل لدينا، وللمساعدة اتصل بخدمة العملاء.`,
		"hindi":   `यह प्रोग्राम पृष्ठ के सभी नियंत्रण और पाठ पढ़ता है और साफ़ बताता है कि क्या नहीं दिखाया गया। कृपया एक नमूना चुनें, शीर्षक और विवरण लिखें, फिर बनाएँ बटन दबाएँ। आपका ऑर्डर भेज दिया गया है और तीन दिनों में पहुँच जाएगा।`,
		"russian": `Программа читает все элементы страницы и точно сообщает, что осталось за её пределами. Выберите шаблон, введите название и описание, затем нажмите кнопку «Создать форму». Ваш заказ отправлен и будет доставлен в течение трёх дней по указанному адресу.`,
		"amharic": `ይህ ፕሮግራም በገጹ ላይ ያሉትን ሁሉንም መቆጣጠሪያዎች እና ጽሑፎች ያነባል፤ ያልታየውንም በግልጽ ይናገራል። እባክዎ አንድ ናሙና ይምረጡ፣ ርዕስና መግለጫ ይጻፉ፣ ከዚያም ፍጠር የሚለውን ይጫኑ። ትእዛዝዎ ተልኳል፤ በሦስት ቀናት ውስጥ ይደርሳል።`,
		"german":  `Das Programm liest alle Bedienelemente der Seite und sagt genau, was nicht gezeigt wird. Wählen Sie eine Vorlage, geben Sie Überschrift und Beschreibung ein und drücken Sie auf Formular anlegen. Ihre Bestellung wurde verschickt.`,
		"finnish": `Ohjelma lukee sivun kaikki säätimet ja kertoo täsmällisesti, mitä jäi näyttämättä. Valitse mallipohja, kirjoita otsikko ja kuvaus ja paina sitten luontipainiketta. Tilauksesi on lähetetty ja se toimitetaan kolmen päivän kuluessa.`,
		"turkish": `Program sayfadaki bütün denetimleri okur ve nelerin gösterilmediğini açıkça söyler. Bir şablon seçin, başlığı ve açıklamayı yazın, ardından oluştur düğmesine basın. Siparişiniz gönderildi ve üç gün içinde teslim edilecek.`,
		"japan":   `このプログラムはページのすべての部品と文章を読み取り、表示されなかったものを正確に伝えます。テンプレートを選び、題名と説明を入力してから「作成」ボタンを押してください。ご注文の商品は三日以内に届きます。`,
		"korean":  `이 프로그램은 페이지의 모든 컨트롤과 글을 읽고 표시되지 않은 것을 정확히 알려 줍니다. 서식을 고르고 제목과 설명을 입력한 다음 만들기 단추를 누르세요. 주문하신 상품은 사흘 안에 도착합니다.`,
		"thai":    `โปรแกรมนี้อ่านตัวควบคุมและข้อความทั้งหมดของหน้า และบอกอย่างชัดเจนว่าสิ่งใดไม่ได้แสดง โปรดเลือกแม่แบบ กรอกชื่อเรื่องและคำอธิบาย แล้วกดปุ่มสร้าง`,
		"code":    "func (s *sheet) prints() []uint64 {\n\tout := make([]uint64, len(s.lines))\n\tfor i := range s.lines {\n\t\tif x != nil && y >= 0x7f { return err }\n\t}\n}\n<div class=\"row col-md-6\" data-id='42'>{{ user.name | upper }}</div>\nconst {a, b: [c]} = await fetch(`/api/v1/items?id=${encodeURIComponent(id)}&page=2`);\n",
	}
	add := func(name string, make func() string) {
		var lines []string
		for range 60 {
			lines = append(lines, make())
		}
		list[name] = strings.Join(lines, "\n")
	}
	add("uuid", func() string {
		return fmt.Sprintf("%08x-%04x-%04x-%04x-%012x", r.Uint32(), r.IntN(1<<16), r.IntN(1<<16), r.IntN(1<<16), r.Uint64()>>16)
	})
	add("base64", func() string {
		raw := make([]byte, 60)
		for i := range raw {
			raw[i] = byte(r.IntN(256))
		}
		return base64.StdEncoding.EncodeToString(raw)
	})
	add("price", func() string {
		return fmt.Sprintf("%s%.2f %s", []string{"$", "€", "£", ""}[r.IntN(4)], r.Float64()*5000, []string{"EUR", "per month", "-15%", ""}[r.IntN(4)])
	})
	add("emoji", func() string {
		pool := []rune("😀😃🙂😍🤖🐶🍏⚽🚗📱❤🎉👍🏽🔥✅❌⭐🌍")
		return string([]rune{pool[r.IntN(len(pool))], pool[r.IntN(len(pool))], ' ', pool[r.IntN(len(pool))]}) + " 👩\u200d👩\u200d👧"
	})
	return list
}

// TestEstimate holds the estimate to the real count: on these kinds of text and
// on every answer of the golden files it is never below, at most 1.3 times at
// the median and twice at the worst.
func TestEstimate(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	texts := samples()
	goldens, err := filepath.Glob("testdata/golden/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range goldens {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(raw), "==== ")[1:] {
			if name, text, _ := strings.Cut(part, "\n"); text != "" {
				texts[filepath.Base(path)+" "+name] = text
			}
		}
	}
	var ratios []float64
	for name, text := range texts {
		real, err := codec.Count(text)
		if err != nil {
			t.Fatal(err)
		}
		ratio := float64(Estimate(text)) / float64(real)
		if ratio < 1 || ratio > 2 {
			t.Errorf("%s: estimate %d, real %d tokens", name, Estimate(text), real)
		}
		ratios = append(ratios, ratio)
	}
	slices.Sort(ratios)
	median := ratios[len(ratios)/2]
	t.Logf("%d texts: estimate %.2f to %.2f times the real count, median %.2f", len(ratios), ratios[0], ratios[len(ratios)-1], median)
	if median > 1.3 {
		t.Errorf("the median is %.2f", median)
	}
}

// TestForm is the seed's form: its capture, byte for byte, and the outline that
// costs less than it.
func TestForm(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	b := newBook(t)
	l := b.decode(fixture(t, "form"))
	want, err := os.ReadFile("testdata/capture.txt")
	if err != nil {
		t.Fatal(err)
	}
	page := b.compose(l, Options{View: ViewPage, Limits: standard}).Text
	if page != string(want) || len(page) != 535 {
		t.Errorf("view page is %d bytes:\n%s", len(page), page)
	}
	outline := b.compose(l, Options{View: ViewOutline, Limits: standard}).Text
	if n, err := codec.Count(outline); err != nil || n > 145 {
		t.Errorf("the outline costs %d tokens (%v)", n, err)
	}
}
