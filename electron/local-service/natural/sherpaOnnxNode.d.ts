/** The used parts of sherpa-onnx-node; the package has no types of its own. */
declare module 'sherpa-onnx-node' {
  export interface OfflineTtsConfig {
    readonly model: Readonly<Record<string, unknown>>
    /** The number of sentences spoken at a time. */
    readonly maxNumSentences: number
    /** Paths of rules that spell out numbers and dates, separated by commas. */
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
    /** Loads a model in another thread. Rejects if the files cannot be used. */
    static createAsync(config: OfflineTtsConfig): Promise<OfflineTts>
    /** Speaks in another thread. Rejects if the text has nothing that the model can speak. */
    generateAsync(request: {
      readonly text: string
      /** The speaker's number. */
      readonly sid: number
      readonly speed: number
      /** False copies the samples: Electron does not allow buffers that native code owns. */
      readonly enableExternalBuffer: boolean
      /** Its fields take precedence over those of the request. */
      readonly generationConfig?: {
        readonly sid: number
        readonly speed: number
        readonly extra: Readonly<Record<string, string | number>>
      }
      /** Called after each sentence; returning false ends the speech. */
      onProgress?(progress: { readonly samples: Float32Array; readonly progress: number }): boolean
    }): Promise<GeneratedAudio>
  }

  /** The package is CommonJS: its exports are properties of the default export. */
  const exported: { readonly OfflineTts: typeof OfflineTts }
  export default exported
}
