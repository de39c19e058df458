import { useDeferredValue, type ReactNode } from 'react'

/**
 * Draws its content with lower priority, after what stands around it is on screen: a long story shows its words at once. Its place
 * must not depend on the content.
 */
export function Later({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null
}
