declare module 'unbzip2-stream' {
  interface Unbzip2Stream {
    write(piece: Uint8Array): void
    end(): void
    on(event: 'data', listener: (piece: Uint8Array) => void): void
    on(event: 'error', listener: (error: Error) => void): void
  }
  export default function unbzip2Stream(): Unbzip2Stream
}
