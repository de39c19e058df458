/** A type that is told apart by name: a `BlockId` is a string, but no string is a `BlockId`. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name }
