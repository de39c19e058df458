/** From the files of a model to what sherpa-onnx is told: a table with a row for each family. */
import type { OfflineTtsConfig } from 'sherpa-onnx-node'
import type { ModelFamily } from '../../../shared/voices/voicePacks.ts'
import { detectModel } from '../../lib/voices/modelFiles.ts'
import type { ModelFiles } from '../../lib/voices/modelFiles.ts'

type FamilyConfig = Readonly<Record<string, string>>

const COMMON = ({ tokens, espeakData, lexicons }: ModelFiles): FamilyConfig => ({
  tokens,
  dataDir: espeakData ?? '',
  lexicon: lexicons.join(','),
})

/** Field names of sherpa-onnx-node 1.13.8 (types.js). */
const CONFIGS: Readonly<Record<ModelFamily, (files: ModelFiles) => FamilyConfig>> = {
  vits: (files) => ({ ...COMMON(files), model: files.model }),
  matcha: (files) => ({ ...COMMON(files), acousticModel: files.model, vocoder: files.vocoder ?? '' }),
  kokoro: (files) => ({ ...COMMON(files), model: files.model, voices: files.voices ?? '' }),
  kitten: (files) => {
    const { lexicon: _lexicon, ...config } = COMMON(files)
    return { ...config, model: files.model, voices: files.voices ?? '' }
  },
}

/** What sherpa-onnx is told of the model in a folder. Throws if files are missing, and what the disk says. */
export function modelConfig(folder: string, threads: number): OfflineTtsConfig {
  const model = detectModel(folder)
  if (model.kind === 'unknown') throw new Error('its folder holds no model that Fabula knows')
  if (model.kind === 'incomplete') throw new Error(`its folder lacks ${model.missing.join(' and ')}`)
  return {
    model: {
      [model.family]: CONFIGS[model.family](model.files),
      numThreads: threads,
      provider: 'cpu',
    },
    maxNumSentences: 1,
    ruleFsts: model.files.rules.join(','),
  }
}
