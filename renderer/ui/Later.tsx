import { useDeferredValue, type ReactNode } from 'react'

/**
 * Draws its content with lower priority, after its surroundings are on screen: a long story shows its words at once. The space it takes
 * must not depend on the content.
 */
export function Later({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null
}
