// Collects the licences of everything in a package of Fabula in one text: of each npm package that it uses, and of what these contain.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

/** The path of the text in the build; build/electron-builder.yml adds it to packages. */
export const NOTICES_PATH = join('out', 'THIRD-PARTY-NOTICES.txt')

interface Contained {
  readonly name: string
  /** The npm package that it is compiled into. */
  readonly in: string
  readonly licence: string
  readonly source: string
  /** The text of the licence, in build/licences or as a path below node_modules. */
  readonly text: string
  readonly note?: string
}

/** Programs inside npm packages, with their own licences. */
const CONTAINED: readonly Contained[] = [
  {
    name: 'PDF.js',
    in: 'unpdf',
    licence: 'Apache-2.0',
    source: 'https://github.com/mozilla/pdf.js',
    text: 'build/licences/Apache-2.0.txt',
  },
  {
    name: 'ONNX Runtime',
    in: 'sherpa-onnx-node',
    licence: 'MIT',
    source: 'https://github.com/microsoft/onnxruntime',
    text: 'build/licences/MIT.txt',
    note: 'Copyright (c) Microsoft Corporation',
  },
  {
    name: 'eSpeak NG',
    in: 'sherpa-onnx-node',
    licence: 'GPL-3.0-or-later',
    source: 'https://github.com/espeak-ng/espeak-ng',
    text: 'LICENSE',
  },
  {
    name: 'sherpa-onnx',
    in: 'sherpa-onnx-node',
    licence: 'Apache-2.0',
    source: 'https://github.com/k2-fsa/sherpa-onnx',
    text: 'build/licences/Apache-2.0.txt',
  },
  {
    name: 'kaldi-decoder',
    in: 'sherpa-onnx-node',
    licence: 'Apache-2.0',
    source: 'https://github.com/k2-fsa/kaldi-decoder',
    text: 'build/licences/Apache-2.0.txt',
  },
  {
    name: 'kaldi-native-fbank',
    in: 'sherpa-onnx-node',
    licence: 'Apache-2.0',
    source: 'https://github.com/csukuangfj/kaldi-native-fbank',
    text: 'build/licences/Apache-2.0.txt',
  },
  {
    name: 'kaldifst and OpenFst',
    in: 'sherpa-onnx-node',
    licence: 'Apache-2.0',
    source: 'https://github.com/k2-fsa/kaldifst',
    text: 'build/licences/Apache-2.0.txt',
  },
  {
    name: 'piper-phonemize',
    in: 'sherpa-onnx-node',
    licence: 'MIT',
    source: 'https://github.com/rhasspy/piper-phonemize',
    text: 'build/licences/MIT.txt',
  },
  {
    name: 'cppjieba',
    in: 'sherpa-onnx-node',
    licence: 'MIT',
    source: 'https://github.com/yanyiwu/cppjieba',
    text: 'build/licences/MIT.txt',
  },
  {
    name: 'Eigen',
    in: 'sherpa-onnx-node',
    licence: 'MPL-2.0',
    source: 'https://gitlab.com/libeigen/eigen',
    text: 'node_modules/mediabunny/LICENSE',
  },
  {
    name: 'LAME 3.100',
    in: 'wasm-media-encoders',
    licence: 'LGPL-2.0-or-later',
    source: 'https://lame.sourceforge.io/',
    text: 'build/licences/LGPL-2.0.txt',
  },
  {
    name: 'libvorbis and libogg',
    in: 'wasm-media-encoders',
    licence: 'BSD-3-Clause',
    source: 'https://xiph.org/vorbis/',
    text: 'build/licences/Xiph-BSD-3-Clause.txt',
  },
  {
    name: 'libavcodec (FFmpeg), AAC',
    in: '@mediabunny/aac-encoder',
    licence: 'LGPL-2.1-or-later',
    source: 'https://ffmpeg.org/',
    text: 'build/licences/LGPL-2.1.txt',
  },
  {
    name: 'libFLAC',
    in: '@mediabunny/flac-encoder',
    licence: 'BSD-3-Clause',
    source: 'https://xiph.org/flac/',
    text: 'build/licences/Xiph-BSD-3-Clause.txt',
  },
  {
    name: 'libFLAC (decoder)',
    in: '@wasm-audio-decoders/flac',
    licence: 'BSD-3-Clause',
    source: 'https://xiph.org/flac/',
    text: 'build/licences/Xiph-BSD-3-Clause.txt',
  },
  {
    name: 'libvorbis and libogg (decoder)',
    in: '@wasm-audio-decoders/ogg-vorbis',
    licence: 'BSD-3-Clause',
    source: 'https://xiph.org/vorbis/',
    text: 'build/licences/Xiph-BSD-3-Clause.txt',
  },
  {
    name: 'libopus',
    in: 'opusscript',
    licence: 'BSD-3-Clause',
    source: 'https://opus-codec.org/',
    text: 'build/licences/Xiph-BSD-3-Clause.txt',
  },
  {
    name: 'mpg123',
    in: 'mpg123-decoder',
    licence: 'LGPL-2.1',
    source: 'https://www.mpg123.de/',
    text: 'build/licences/LGPL-2.1.txt',
  },
  {
    name: 'Rubber Band Library 3.3.0',
    in: 'rubberband-wasm',
    licence: 'GPL-2.0-or-later',
    source: 'https://breakfastquay.com/rubberband/',
    text: 'node_modules/rubberband-wasm/LICENSE',
    note:
      'The package says “GPLv2”; its README names no licence but that of the library, from whose release it is compiled. The authors of ' +
      'the library publish it under “either version 2 of the License, or (at your option) any later version”.',
  },
]

/** For packages that name a licence but do not contain its text. */
const TEXTS: Readonly<Record<string, string>> = {
  MIT: 'build/licences/MIT.txt',
  ISC: 'build/licences/ISC.txt',
  'Apache-2.0': 'build/licences/Apache-2.0.txt',
}

/**
 * For packages whose own notice names a licence without its text. The GNU General Public License, version 3, which other dictionaries name,
 * is Fabula's own.
 */
const NAMED: Readonly<Record<string, string>> = {
  'dictionary-fr': 'build/licences/MPL-2.0.txt',
  'dictionary-pt': 'build/licences/MPL-2.0.txt',
  'dictionary-sv': 'build/licences/LGPL-3.0.txt',
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|ofl)/i

interface PackageFacts {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly author?: string | { readonly name: string }
}

/**
 * The notices for the production packages of a package-lock.json in `folder`. Throws if an installed package has no text of its licence,
 * and none is known here.
 */
export function thirdPartyNotices(folder = root): string {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const lock = JSON.parse(read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>
  } // npm's own format
  const paths = Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
    .map(([path]) => path)
    // Packages for other systems are in the lock file, but not installed.
    .filter((path) => existsSync(join(folder, path, 'package.json')))

  const packages = paths.map((path) => {
    const facts = JSON.parse(read(join(path, 'package.json'))) as PackageFacts // npm's own format
    return section(`${facts.name} ${facts.version}`, facts.license ?? 'see below', licenceTexts(path, facts))
  })
  const contained = CONTAINED.filter((part) =>
    paths.some((path) => path.endsWith(`node_modules/${part.in}`)),
  ).map((part) => {
    const title = `${part.name} (in ${part.in}), ${part.source}`
    const text = readFileSync(join(root, part.text), 'utf8')
    return section(title, part.licence, part.note === undefined ? text : `${part.note}\n\n${text}`)
  })
  return [
    'Fabula is free software under the GNU General Public License, version 3 or later (see LICENSE).\n' +
      'It contains the following work of others, under the licences that follow each name.',
    ...[...packages, ...contained].toSorted((a, b) => a.localeCompare(b, 'en')),
  ].join(`\n\n${'='.repeat(100)}\n\n`)

  function licenceTexts(path: string, { name, license, author }: PackageFacts): string {
    const files = readdirSync(join(folder, path)).filter((file) => LICENCE_FILE.test(file))
    const named = NAMED[name]
    const own = files.map((file) => read(join(path, file)).trim())
    if (named !== undefined) own.push(readFileSync(join(root, named), 'utf8'))
    if (files.length > 0) return own.join('\n\n')
    const known = TEXTS[license ?? '']
    if (known === undefined)
      throw new Error(`${name} brings no text of its licence (${license ?? 'none named'})`)
    const holder = typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`)
    return `Copyright (c) ${holder}\n\n${readFileSync(join(root, known), 'utf8')}`
  }
}

function section(title: string, licence: string, text: string): string {
  return `${title}\nLicence: ${licence}\n\n${text.trim()}`
}

/** Writes the notices to the path from which packages take them. */
export function writeNotices(): void {
  const path = join(root, NOTICES_PATH)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${thirdPartyNotices()}\n`)
}
