/** The parts of sherpa-onnx-node that are used; the package has no types of its own. */
declare module 'sherpa-onnx-node' {
  export interface OfflineTtsConfig {
    readonly model: Readonly<Record<string, unknown>>
    /** Sentences that are spoken at a time. */
    readonly maxNumSentences: number
    /** Rules that write numbers and dates out: paths with commas between them. */
    readonly ruleFsts: string
  }

  export interface GeneratedAudio {
    /** From -1 to 1. */
    readonly samples: Float32Array
    readonly sampleRate: number
  }

  export class OfflineTts {
    /** In Hz. */
    readonly sampleRate: number
    /** Loads a model in a thread of its own. Rejects if the files cannot be used. */
    static createAsync(config: OfflineTtsConfig): Promise<OfflineTts>
    /** Speaks in a thread of its own. Rejects if the text has nothing that the model can speak. */
    generateAsync(request: {
      readonly text: string
      /** The speaker's number. */
      readonly sid: number
      readonly speed: number
      /** Electron has no memory that native code owns: false copies the samples. */
      readonly enableExternalBuffer: boolean
      /** If it is there, it holds for all that it names. */
      readonly generationConfig?: {
        readonly sid: number
        readonly speed: number
        readonly extra: Readonly<Record<string, string | number>>
      }
      /** Called after each sentence; false ends the speaking. */
      onProgress?(progress: { readonly samples: Float32Array; readonly progress: number }): boolean
    }): Promise<GeneratedAudio>
  }

  /** The package is CommonJS: its exports are those of the default. */
  const exported: { readonly OfflineTts: typeof OfflineTts }
  export default exported
}
