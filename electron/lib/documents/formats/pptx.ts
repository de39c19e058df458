/** PowerPoint slides in order: the title first, then the content of the slide, then its speaker notes. */
import type { Archive } from './archive.ts'
import { damaged } from './documentErrors.ts'
import { readCharts } from './chart.ts'
import { readDiagrams } from './diagram.ts'
import type { DocumentPart, DocumentText, OnPortion } from './documentText.ts'
import { createTreeBuilder, type TreeBuilder } from './elementTree.ts'
import { spellMath } from './mathWords.ts'
import { readOfficeMath } from './officeMath.ts'
import { findMainPart, readCoreProperties, readRelationships, relationshipId } from './officePackage.ts'
import { createPartsWriter } from './partsWriter.ts'
import { readXml, type XmlTag } from './xml.ts'

/** The role of a text on a slide, from its placeholder. */
type Role = 'title' | 'outline' | 'free' | 'furniture'

const ROLES: Readonly<Record<string, Role>> = {
  title: 'title',
  ctrTitle: 'title',
  subTitle: 'free',
  body: 'outline',
  obj: 'outline',
  dt: 'furniture',
  ftr: 'furniture',
  hdr: 'furniture',
  sldNum: 'furniture',
}

export async function readPptx(archive: Archive, onPortion: OnPortion): Promise<DocumentText> {
  const main = await findMainPart(archive)
  if (main === null) throw damaged()
  const relationships = await readRelationships(archive, main)
  const slides: string[] = []
  await readXml(archive.chunks(main), {
    open({ local, attributes }) {
      const path = local === 'sldId' ? relationships.get(relationshipId(attributes) ?? '')?.path : undefined
      if (path !== undefined) slides.push(path)
    },
  })
  const writer = createPartsWriter()
  for (const [index, path] of slides.entries()) {
    const related = await readRelationships(archive, path)
    const slide = await readSlide(
      archive.chunks(path),
      await readDiagrams(archive, related),
      await readCharts(archive, related),
    )
    for (const part of slide) writer.add(part)
    onPortion(index + 1, slides.length, slide)
    for (const { type, path: other } of related.values()) {
      if (!archive.has(other)) continue
      if (type === 'comments') {
        for (const text of await readComments(archive.chunks(other)))
          writer.add({ kind: 'paragraph', text, place: 'hidden' })
      } else if (type === 'notesSlide') {
        for (const { text, place } of await readSlide(archive.chunks(other), new Map(), new Map()))
          if (place === undefined) writer.add({ kind: 'paragraph', text, place: 'speakerNotes' })
      }
    }
  }
  return { ...(await readCoreProperties(archive)), parts: writer.finish() }
}

/** The comments on a slide. Their authors and dates are in attributes. */
async function readComments(chunks: AsyncIterable<Uint8Array>): Promise<string[]> {
  const texts: string[] = []
  await readXml(chunks, {
    open({ local }) {
      if (local === 'cm' || local === 'reply') texts.push('')
      else if (local === 'p' || local === 'br') texts.push(`${texts.pop() ?? ''} `)
    },
    text: (text) => void texts.push((texts.pop() ?? '') + text),
  })
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '')
}

/** The parts of a slide, with its title first, wherever it is drawn; all of them are hidden if the slide is. */
async function readSlide(
  chunks: AsyncIterable<Uint8Array>,
  diagrams: ReadonlyMap<string, readonly DocumentPart[]>,
  charts: ReadonlyMap<string, string>,
): Promise<DocumentPart[]> {
  const writer = createPartsWriter()
  const slide = { isHidden: false }
  let role: Role = 'free'
  let isBullet: boolean | null = null
  let isText = false
  let isPicture = false
  /** A paragraph’s kind is known only after its properties, so begin it with its first text. */
  let isBegun = false
  let silentDepth = 0
  /** The open equation. */
  let math: TreeBuilder | null = null
  /** Each run states its language. */
  let language: string | null = null

  const beginParagraph = () => {
    if (isBegun) return
    isBegun = true
    if (role === 'furniture') writer.enter('margin')
    writer.begin(role === 'title' ? 'heading' : (isBullet ?? role === 'outline') ? 'listItem' : 'paragraph')
  }

  await readXml(chunks, {
    open(tag) {
      if (math !== null) {
        math.open(tag.name, tag.attributes)
        return
      }
      // A fallback for older programs repeats the content.
      if (silentDepth > 0 || tag.local === 'Fallback') {
        silentDepth++
        return
      }
      isText = tag.name === 'a:t'
      switch (tag.name) {
        case 'p:sld':
          slide.isHidden = tag.attributes['show'] === '0' || tag.attributes['show'] === 'false'
          break
        case 'p:sp':
        case 'p:graphicFrame':
          role = 'free'
          break
        case 'p:pic':
          isPicture = true
          break
        case 'p:cNvPr':
          if (isPicture) writer.omit('picture', tag.attributes['descr'] ?? '')
          isPicture = false
          break
        case 'p:ph':
          role = roleOf(tag)
          break
        case 'dgm:relIds':
          for (const part of diagrams.get(tag.attributes['r:dm'] ?? '') ?? []) writer.add(part)
          break
        case 'c:chart':
        case 'cx:chart':
          writer.omit('picture', charts.get(relationshipId(tag.attributes) ?? '') ?? '')
          break
        case 'm:oMath':
          math = createTreeBuilder()
          math.open(tag.name, tag.attributes)
          break
        case 'a:rPr':
          language = tag.attributes['lang'] ?? language
          break
        case 'a:p':
          isBullet = null
          isBegun = false
          break
        case 'a:buNone':
          isBullet = false
          break
        case 'a:buChar':
        case 'a:buAutoNum':
        case 'a:buBlip':
          isBullet = true
          break
        case 'a:br':
          writer.lineBreak()
          break
        case 'a:tr':
          writer.beginRow()
          break
        case 'a:tc':
          writer.beginCell()
          break
      }
    },
    close(tag) {
      if (math !== null) {
        const equation = math.close()
        if (equation === null) return
        math = null
        beginParagraph()
        writer.text(spellMath(readOfficeMath(equation), language))
        return
      }
      if (silentDepth > 0) {
        silentDepth--
        return
      }
      isText = false
      if (tag.name === 'a:p' && isBegun) {
        isBegun = false
        writer.end()
        if (role === 'furniture') writer.leave()
      } else if (tag.name === 'a:tc') writer.endCell()
      else if (tag.name === 'a:tr') writer.endRow()
    },
    text(text) {
      math?.text(text)
      if (!isText || silentDepth > 0) return
      beginParagraph()
      writer.text(text)
    },
  })
  const parts = writer.finish().map((part) => (slide.isHidden ? { ...part, place: 'hidden' as const } : part))
  return [
    ...parts.filter(({ kind }) => kind === 'heading'),
    ...parts.filter(({ kind }) => kind !== 'heading'),
  ]
}

function roleOf({ attributes }: XmlTag): Role {
  return ROLES[attributes['type'] ?? 'obj'] ?? 'free'
}
