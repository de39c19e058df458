import { describe, expect, it } from 'vitest'
import { archive, docx, odf, read, relationships } from './samples.ts'

const html = async (content: string, attributes = '') =>
  (
    await read(
      'x.html',
      new TextEncoder().encode(`<!doctype html><html ${attributes}><body><p>${content}</p></body></html>`),
    )
  ).lines
const math = (content: string, attributes = '') => `<math ${attributes}>${content}</math>`
const mi = (text: string) => `<mi>${text}</mi>`
const mo = (text: string) => `<mo>${text}</mo>`
const mn = (text: string) => `<mn>${text}</mn>`
const mrow = (...parts: string[]) => `<mrow>${parts.join('')}</mrow>`

describe('an equation is read', () => {
  it.each([
    ['a power', `${mi('E')}${mo('=')}${mi('m')}<msup>${mi('c')}${mn('2')}</msup>`, 'E equals m c squared'],
    [
      'fractions and roots, whose ends are stated if they are long',
      `<mfrac>${mrow(mo('-'), mi('b'), mo('±'), `<msqrt><msup>${mi('b')}${mn('2')}</msup>${mo('−')}${mn('4')}${mi('a')}</msqrt>`)}${mn('2')}</mfrac>`,
      'the fraction with numerator minus b plus or minus the square root of b squared minus 4 a, end root, and denominator 2, end fraction',
    ],
    ['a short fraction', `<mfrac>${mn('1')}${mi('x')}</mfrac>`, '1 over x'],
    [
      'a sum over a range',
      `<munderover>${mo('∑')}${mrow(mi('i'), mo('='), mn('1'))}${mi('n')}</munderover><msub>${mi('x')}${mi('i')}</msub>`,
      'the sum from i equals 1 to n of x sub i',
    ],
    ['a function of a number', `${mi('f')}${mrow(mo('('), mi('x'), mo(')'))}`, 'f of x'],
    [
      'a factor in brackets',
      `${mn('2')}${mrow(mo('('), mi('x'), mo('+'), mn('1'), mo(')'))}`,
      '2 open parenthesis x plus 1 close parenthesis',
    ],
    [
      'letters of mathematical alphabets',
      `${mi('𝑥')}${mo('∈')}${mi('ℝ')}${mo('=')}${mi('a²')}`,
      'x in R equals a squared',
    ],
    [
      'other roots and powers',
      `<mroot>${mi('x')}${mn('3')}</mroot><msup>${mi('y')}${mi('n')}</msup>`,
      'the cube root of x y to the power of n',
    ],
  ])('as words: %s', async (_, content, words) => {
    expect(await html(`Here ${math(content)}.`)).toEqual([`P Here ${words}.`])
  })

  it('with its alternative text, if it has one', async () => {
    expect(await html(math(mi('x'), 'alttext="the unknown"'))).toEqual(['P the unknown'])
  })

  it.each(['Alternative text not available', 'equation', 'No alt text', 'MathML'])(
    'as words if its alternative text is a placeholder: %s',
    async (words) => {
      expect(await html(math(mi('x'), `alttext="${words}"`))).toEqual(['P x'])
    },
  )

  it('without annotations for programs', async () => {
    const noted = `<semantics>${mrow(mi('x'))}<annotation encoding="application/x-tex">\\x</annotation></semantics>`
    expect(await html(math(noted))).toEqual(['P x'])
  })

  it('as symbols in a document in another language, since the words are English', async () => {
    const content = `<mfrac>${mn('1')}${mi('x')}</mfrac>${mo('=')}<msup>${mi('y')}${mn('2')}</msup>`
    expect(await html(math(content), 'lang="de"')).toEqual(['P 1/x = y²'])
    expect(await html(math(content), 'lang="en-GB"')).toEqual(['P 1 over x equals y squared'])
  })
})

describe('equations of office programs are read', () => {
  const t = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
  const e = (name: string, content: string) => `<m:${name}>${content}</m:${name}>`
  const fraction = `<m:f>${e('num', t('a'))}${e('den', t('b'))}</m:f>`
  const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${e('sub', t('i=1'))}${e('sup', t('n'))}${e('e', `<m:sSup>${e('e', t('i'))}${e('sup', t('2'))}</m:sSup>`)}</m:nary>`
  const root = `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e('e', t('x'))}</m:rad>`
  const binomial = `<m:d>${e('e', `<m:f><m:fPr><m:type m:val="noBar"/></m:fPr>${e('num', t('n'))}${e('den', t('k'))}</m:f>`)}</m:d>`
  const equation = `<m:oMath>${fraction}${t('+')}${sum}${t('≤')}${root}${t('−')}${binomial}</m:oMath>`
  const WORDS =
    'a over b plus the sum from i equals 1 to n of i squared is less than or equal to the square root of x minus n choose k'

  it('within the text in Word', async () => {
    const body = `<w:p><w:r><w:t xml:space="preserve">So </w:t></w:r>${equation}<w:r><w:t>.</w:t></w:r></w:p>`
    expect((await read('x.docx', docx(body))).lines).toEqual([`P So ${WORDS}.`])
    const german =
      '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="de-DE"/></w:rPr></w:rPrDefault></w:docDefaults>'
    const short = `<w:p><m:oMathPara><m:oMath>${fraction}</m:oMath></m:oMathPara></w:p>`
    expect((await read('x.docx', docx(short, { styles: german }))).lines).toEqual(['P a/b'])
  })

  it('within the slide in PowerPoint', async () => {
    const shape = `<p:sp><p:txBody><a:p><a:r><a:t>So </a:t></a:r><mc:AlternateContent><mc:Choice><a14:m><m:oMathPara>${equation}</m:oMathPara></a14:m></mc:Choice><mc:Fallback><a:r><a:t>picture</a:t></a:r></mc:Fallback></mc:AlternateContent></a:p></p:txBody></p:sp>`
    const bytes = archive({
      '_rels/.rels': relationships({ r1: ['officeDocument', 'ppt/presentation.xml'] }),
      'ppt/presentation.xml':
        '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="1" r:id="a"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relationships({ a: ['slide', 'slides/1.xml'] }),
      'ppt/slides/1.xml': `<p:sld><p:spTree>${shape}</p:spTree></p:sld>`,
    })
    expect((await read('x.pptx', bytes)).lines).toEqual([`P So ${WORDS}`])
  })

  it('within the text in LibreOffice, which stores each in a separate file', async () => {
    const body =
      '<text:p>So <draw:frame><draw:object xlink:href="./Object 1"/><svg:desc>formula</svg:desc></draw:frame>.</text:p>'
    const object = `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>a</mi><mo stretchy="false">+</mo><mi>b</mi></mrow><annotation encoding="StarMath 5.0">a + b</annotation></semantics></math>`
    const bytes = odf('text', body, '', { 'Object 1/content.xml': object })
    expect((await read('x.odt', bytes)).lines).toEqual(['P So a plus b.'])
  })
})
