/** What the service says of itself: to programs, and to people. */
import type { OpenApiDocument } from '../../../shared/speech-api/openApi.ts'
import { describeApi } from '../../../shared/speech-api/openApi.ts'
import { PAGE_POLICY, renderApiPage } from './apiPage.ts'
import type { Route } from './route.ts'

/** Open to all: there is no secret in either. `baseUrl` is asked for late, since it is known only once the service listens. */
export function descriptionRoutes(baseUrl: () => string): Route[] {
  let description: OpenApiDocument | undefined
  const describe = () => (description ??= describeApi())
  return [
    { method: 'GET', path: '/openapi.json', isPublic: true, handle: describe },
    {
      method: 'GET',
      path: '/',
      isPublic: true,
      handle({ request, response }) {
        const page = renderApiPage(describe(), baseUrl())
        response.writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-length': Buffer.byteLength(page),
          'content-security-policy': PAGE_POLICY,
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
        })
        response.end(request.method === 'HEAD' ? undefined : page)
        return undefined
      },
    },
  ]
}
