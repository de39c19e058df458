/** The parts of eSpeak NG's WebAssembly build that are used; the package has no types of its own. */
declare module '@echogarden/espeak-ng-emscripten' {
  export interface EngineVoiceEntry {
    readonly name: string
    readonly identifier: string
    readonly languages: readonly { readonly priority: number; readonly name: string }[]
  }

  export interface ESpeakNgWorker {
    /** 0 when the voice is set; 2 when it is unknown, and then the previous voice stays. */
    set_voice(identifier: string): number
    /** Words a minute, 80 to 450. */
    set_rate(wordsPerMinute: number): number
    set_pitch(pitch: number): number
    set_range(range: number): number
    /** 100 is the normal volume. */
    set_volume(volume: number): number
    get_samplerate(): number
    list_voices(): EngineVoiceEntry[]
    /** Calls back with audio as it is made; the callback returns true to stop. The text is SSML. */
    synthesize(text: string, callback: (audio: Int16Array | null, events: unknown[]) => boolean): void
  }

  export interface ESpeakNgModule {
    readonly eSpeakNGWorker: new () => ESpeakNgWorker
    readonly FS: EngineFiles
  }

  /** Emscripten's file system in memory. The variants are in `espeak-ng-data/voices/!v`. */
  export interface EngineFiles {
    readdir(path: string): string[]
    /** The content of a file is a part of the package that the module was created with. */
    lookupPath(path: string): { readonly node: { readonly contents?: Uint8Array<ArrayBuffer> } }
    /** What the engine calls for each file that it opens. */
    open(path: string, ...how: unknown[]): unknown
  }

  export interface ModuleOptions {
    /** Gives the package of all files, instead of the module reading it. */
    getPreloadedPackage?(name: string, byteLength: number): ArrayBuffer
  }

  export default function createModule(options?: ModuleOptions): Promise<ESpeakNgModule>
}
