import { afterEach, expect, test, vi } from 'vitest'
import { useSystemProxy } from '../../../../electron/hosts/desktop/system.ts'
import { findProxy, useProxies } from '../../../../electron/lib/http/proxies.ts'

afterEach(() => useProxies(() => null))

test('requests use the system’s proxy for their origin, and the system sees only the origin', async () => {
  const resolveProxy = vi.fn(async (url: string) => (url.startsWith('https:') ? 'PROXY p:8080' : 'DIRECT'))
  const env = await useSystemProxy({ resolveProxy }, { PATH: '/bin' })
  expect(env).toEqual({ PATH: '/bin', HTTPS_PROXY: 'http://p:8080/' })
  expect(String(await findProxy(new URL('https://speech.example/api?token=secret')))).toBe('http://p:8080/')
  expect(resolveProxy).toHaveBeenLastCalledWith('https://speech.example/')
  expect(await findProxy(new URL('http://127.0.0.1:4600/'))).toBeNull()
})

test('proxies from the environment take precedence over the system’s', async () => {
  const env = { HTTPS_PROXY: 'http://own:1', HTTP_PROXY: 'http://own:1' }
  expect(await useSystemProxy({ resolveProxy: async () => 'PROXY p:8080' }, env)).toEqual(env)
})

test.each([
  ['fails', () => Promise.reject(new Error('no network'))],
  ['never answers', () => new Promise<string>(() => {})],
])('a proxy look-up that %s does not keep the app from starting', async (_how, resolveProxy) => {
  expect(await useSystemProxy({ resolveProxy }, {})).toEqual({})
})
