import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FORMAT_VERSION } from '../../../../../shared/project-file/format.ts'
import { MAX_STORY_FILE_BYTES, extensionsFor } from '../../../../../shared/files/fileTypes.ts'
import type { TextEncoding } from '../../../../../shared/files/textEncodings.ts'
import { readEncodingSamples, readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import { outline, readText } from '../storyText.ts'

const words = 'Grün, “so grün”.'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-documents-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const readPath = (name: string) => readImport({ file: join(folder, name) })

describe('the text of a file', () => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
  test.each([
    ['UTF-8', Buffer.from(words)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${words}`)],
    ['UTF-16, little end first', utf16(words)],
    ['UTF-16, big end first', utf16(words).swap16()],
    ['Windows-1252', Buffer.from('Gr\xfcn, \x93so gr\xfcn\x94.', 'latin1')],
  ])('is read as what it is: %s', async (_, bytes) => {
    expect(outline(await readText('story.txt', bytes))).toEqual([words])
  })

  // The bytes are what Python's codec of that name writes.
  test.each<[TextEncoding, string, string]>([
    [
      'shift_jis',
      'jOGUeYLNlEyCxYKggumBQpa8kU+CzYLcgr6Ws4KigUKCx4KxgsWQtoLqgr2CqYLGgvGCxoypk5aCqoLCgqmCyoFC',
      '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。',
    ],
    [
      'gb18030',
      'yMvJ+rXD0uLQ676hu7ajrMSqyrm98OnXv9W21NTCoaPM7Mn6ztKyxLHY09DTw6Osx6e98MmivqG7ubi0wLShow==',
      '人生得意须尽欢，莫使金樽空对月。天生我材必有用，千金散尽还复来。',
    ],
    [
      'windows-1250',
      'UPjtbGmaIJ5sdZ1vdehr/SBr+fIg+nDsbCDv4WJlbHNr6SDzZHkuIFN0YXL9IG11niBzZWTsbCB1IG9rbmEgYSBk7XZhbCBzZSBuYSBtb/hlLg==',
      'Příliš žluťoučký kůň úpěl ďábelské ódy. Starý muž seděl u okna a díval se na moře.',
    ],
    [
      'windows-1251',
      'wvHlIPH34PHy6+ji++Ug8eXs/Ogg7+717uboIOTw8+Mg7eAg5PDz4+AsIOrg5uTg/yDt5fH34PHy6+ji4P8g8eXs/P8g7eXx9+Dx8uvo4uAg7+4t8eLu5ezzLg==',
      'Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.',
    ],
    [
      'windows-1255',
      '4fjg+en6IOH44CDg7OTp7SDg+iDk+e7p7SDl4Pog5OD49S4g5eTg+PUg5On65CD65OUg5eHk5SDl5/nqIPLsIPTw6SD65OXtLg==',
      'בראשית ברא אלהים את השמים ואת הארץ. והארץ היתה תהו ובהו וחשך על פני תהום.',
    ],
    [
      'macintosh',
      'TGUgdmllaWwgaG9tbWUgjnRhaXQgYXNzaXMgiCBsYSBmZW6QdHJlIGV0IHJlZ2FyZGFpdCBsYSBtZXIuIMcggmEgdmEgPyDIIGRpdC1pbC4=',
      'Le vieil homme était assis à la fenêtre et regardait la mer. « Ça va ? » dit-il.',
    ],
    [
      'utf-16le',
      'VABoAGUAIABvAGwAZAAgAG0AYQBuACAAcwBhAHQAIABhAHQAIAB0AGgAZQAgAHcAaQBuAGQAbwB3AC4AIABMAGUAIABjAGEAZgDpACAA6QB0AGEAaQB0ACAAZgBlAHIAbQDpAC4A',
      'The old man sat at the window. Le café était fermé.',
    ],
    [
      'utf-16be',
      'AFQAaABlACAAbwBsAGQAIABtAGEAbgAgAHMAYQB0ACAAYQB0ACAAdABoAGUAIAB3AGkAbgBkAG8AdwAuACAATABlACAAYwBhAGYA6QAgAOkAdABhAGkAdAAgAGYAZQByAG0A6QAu',
      'The old man sat at the window. Le café était fermé.',
    ],
  ])('is told from its letters where nothing says its encoding: %s', async (encoding, base64, text) => {
    const bytes = Buffer.from(base64, 'base64')
    const file = await readText('story.txt', bytes)
    expect(outline(file)).toEqual([text])
    expect(file.encoding?.name).toBe(encoding)
    await writeFile(join(folder, 'story.txt'), bytes)
    const samples = await readEncodingSamples(join(folder, 'story.txt'))
    if (file.encoding?.isSure === true) expect(samples).toEqual([])
    else expect(samples[0]).toEqual({ encoding, sample: text })
  })

  test('is read in the encoding that is given, whatever its letters look like', async () => {
    const bytes = Buffer.from('Gr\xfcn.', 'latin1')
    const file = { name: 'story.txt', bytes }
    const { source, encoding } = await readImport({ file, encoding: 'windows-1251' })
    expect(source.paragraphs.map(({ text }) => text)).toEqual(['Grьn.'])
    expect(encoding).toMatchObject({ name: 'windows-1251', isSure: true })
  })

  test('is certain where every likely encoding makes the same of it', async () => {
    const file = await readText('story.txt', Buffer.from('“It’s late” – she left.', 'utf8'))
    expect(file).toMatchObject({ encoding: { name: 'utf-8', isSure: true } })
    const quotes = Buffer.from('\x93It\x92s late\x94 \x96 she left.', 'latin1')
    expect(await readText('story.txt', quotes)).toMatchObject({ encoding: { isSure: true } })
    const cafe = Buffer.from('The caf\xe9 on the d\xfcnes was closed.', 'latin1')
    expect(await readText('story.txt', cafe)).toMatchObject({
      encoding: { name: 'windows-1252', isSure: true },
    })
  })

  test('is not certain where a few letters alone look like those of another alphabet', async () => {
    await writeFile(join(folder, 'story.txt'), Buffer.from('\xe0 \xe9', 'latin1'))
    const samples = await readEncodingSamples(join(folder, 'story.txt'))
    expect(samples.slice(0, 3)).toContainEqual({ encoding: 'windows-1252', sample: 'à é' })
  })

  test('may have the line ends of any system', async () => {
    expect(outline(await readText('story.txt', 'One.\r\n\r\nTwo.\r\rThree.'))).toEqual([
      'One.',
      'Two.',
      'Three.',
    ])
  })
})

describe('a file that is no story', () => {
  test.each([
    ['a picture', 'story.txt', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'file-not-text'],
    [
      'controls without a zero byte',
      'story.md',
      Buffer.from(Array.from({ length: 200 }, (_, n) => (n % 8) + 1)),
      'file-not-text',
    ],
    ['nothing', 'story.txt', '', 'document-empty'],
    ['blanks', 'story.txt', ' \n\n\t', 'document-empty'],
    ['headings alone', 'story.md', '# One\n\n# Two', 'document-empty'],
    ['an unknown ending', 'story.xyz', 'Once.', 'file-type-unknown'],
    ['broken JSON', 'story.json', '{"name": "x",', 'json-invalid'],
    ['other JSON', 'story.json', '[1, 2]', 'json-unknown'],
  ])('is refused with a reason: %s', async (_, name, content, code) => {
    await expect(readText(name, content)).rejects.toMatchObject({ name: 'UserFacingError', code })
  })

  test('is refused with all types of file that open as a story', async () => {
    await expect(readText('story.doc', 'Once.')).rejects.toMatchObject({
      code: 'file-type-unknown',
      params: { name: 'story.doc', known: extensionsFor('open').join(' ') },
    })
  })

  test('is refused before it is read where it is too large', async () => {
    await writeFile(join(folder, 'huge.txt'), '')
    await truncate(join(folder, 'huge.txt'), MAX_STORY_FILE_BYTES + 1)
    await expect(readPath('huge.txt')).rejects.toMatchObject({
      code: 'file-too-large',
      params: { name: 'huge.txt', limitMb: 20 },
    })
  })

  test('is named where it is not there, or is a folder', async () => {
    await expect(readPath('gone.txt')).rejects.toMatchObject({
      code: 'file-not-found',
      params: { name: 'gone.txt' },
    })
    await expect(readImport({ file: folder })).rejects.toMatchObject({
      name: 'UserFacingError',
    })
  })
})

describe('the body of a story-maker request', () => {
  const body = {
    name: 'The Fox',
    blocks: [
      {
        name: 'opening',
        input: 'Once.',
        silence_before: 0,
        voice_id: 'OA002',
        model: 'tts-1-hd',
        speed: 1,
        duration: 0,
      },
      {
        name: '',
        input: 'Twice.',
        silence_before: 2,
        voice_id: 'OA003',
        model: 'audio_stable',
        emotion: 'wise',
        speed: 1.25,
        duration: 4,
      },
      { input: 'Thrice.', silence_before_ms: 1250, voice_id: 'OA002', model: 'tts-1-hd', duration_ms: 2500 },
    ],
  }
  const read = (json: unknown) => readText('request.json', JSON.stringify(json))

  test('becomes a story with the settings that it asks for', async () => {
    const file = await read(body)
    expect(file.source.title).toBe('The Fox')
    expect(file.records).toMatchObject([
      {
        type: 'story',
        title: 'The Fox',
        defaults: { voiceId: 'OA002', model: 'tts-1-hd', speed: 1, emotion: '' },
      },
      {
        name: 'opening',
        text: 'Once.',
        voiceId: null,
        model: null,
        speed: null,
        silenceBeforeMs: null,
        durationMs: null,
      },
      {
        text: 'Twice.',
        voiceId: 'OA003',
        model: 'audio_stable',
        speed: 1.25,
        emotion: 'wise',
        silenceBeforeMs: 2000,
        durationMs: 4000,
      },
      { text: 'Thrice.', voiceId: null, model: null, silenceBeforeMs: 1250, durationMs: 2500 },
    ])
  })

  test.each([
    [{ ...body, blocks: [] }, 'blocks'],
    [{ blocks: body.blocks }, 'name'],
    [{ ...body, blocks: [{ input: 'x', speed: 9 }] }, 'blocks[0].speed'],
    [{ ...body, blocks: [{ input: 'x' }, { input: 'x', model: 'tts-9' }] }, 'blocks[1].model'],
    [{ ...body, blocks: [{ input: 'x'.repeat(10_001) }] }, 'blocks[0].input'],
    [{ ...body, name: '🦊'.repeat(501) }, 'name'],
  ])('names the field that is wrong', async (json, field) => {
    await expect(read(json)).rejects.toMatchObject({ code: 'request-invalid', params: { field } })
  })
})

describe('a portable story', () => {
  test('is read back as it was written, with ids of its own', async () => {
    const { records } = await readText('script.txt', 'It was dark.\n\nFOX: Who?')
    const file = await readText('story.fabula.json', JSON.stringify({ fabula: FORMAT_VERSION, records }))
    expect(file.source.title).toBe('script')
    expect(outline(file)).toEqual(['Narrator: It was dark.', 'FOX: Who?'])
    const withoutIds = (all: readonly object[]) =>
      all.map((record) => ({ ...record, id: '', characterId: '' }))
    expect(withoutIds(file.records)).toEqual(withoutIds(records))
  })

  test('of version 1 has no vibes and prompts yet', async () => {
    const { records } = await readText('script.txt', 'It was dark.\n\nFOX: Who?')
    const text = JSON.stringify({ fabula: 1, records }, (key, value: unknown) =>
      ['vibe', 'customPrompt'].includes(key) ? undefined : value,
    )
    expect(outline(await readText('story.fabula.json', text))).toEqual([
      'Narrator: It was dark.',
      'FOX: Who?',
    ])
  })

  test('is refused where it is from a newer version; a wrong field is named', async () => {
    const { records } = await readText('story.txt', 'One.\n\nTwo.')
    const read = (json: unknown) => readText('story.json', JSON.stringify(json))
    await expect(read({ fabula: 99, chapters: {} })).rejects.toMatchObject({ code: 'story-file-newer' })
    await expect(
      read({ fabula: 1, records: [records[0], { ...records[1], silenceBeforeMs: -1 }] }),
    ).rejects.toMatchObject({
      code: 'story-file-invalid',
      params: { field: 'records[1].silenceBeforeMs' },
    })
    await expect(read({ fabula: 1, records: records.slice(1) })).rejects.toMatchObject({
      params: { field: 'records' },
    })
    await expect(read({ fabula: 1, records: [...records, records[2]] })).rejects.toMatchObject({
      params: { field: 'records[3].id' },
    })
  })
})

describe('a few letters that are not ASCII', () => {
  test.each([
    ['windows-1252', 'Ça va, “mon ami” ?\n\nDéjà vu.\n', [0x93, 0x94]],
    ['windows-1251', 'Привет, Мира. Как дела?\n\nХорошо.\n', []],
  ] as const)('are never of two alphabets in one word: %s', async (name, text, [open = 0, close = 0]) => {
    const cyrillic = (letter: string) => letter.charCodeAt(0) - 0x410 + 0xc0
    const bytes = Uint8Array.from(text, (letter) =>
      letter === '“'
        ? open
        : letter === '”'
          ? close
          : /\p{Script=Cyrillic}/u.test(letter)
            ? cyrillic(letter)
            : letter.charCodeAt(0),
    )
    const { encoding, source } = await readImport({ file: { name: 'a.txt', bytes } })
    expect(encoding?.name).toBe(name)
    expect(source.paragraphs.map((paragraph) => paragraph.text)).toEqual(text.trim().split('\n\n'))
  })
})
