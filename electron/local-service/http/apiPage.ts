/** The description for people: one page of plain HTML, without scripts or external resources. */
import { createHash } from 'node:crypto'
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from '../../../shared/speech-api/openApi.ts'

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#ddd8cf, #3b3a37); --soft: light-dark(#f6f3ee, #262522); --dim: light-dark(#67625a, #a7a299) }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 60rem;
  color: light-dark(#23211e, #ece8e1); background: light-dark(#fffdfa, #1c1b19) }
h1 { font-size: 1.7rem } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line) }
h3 { margin: 2rem 0 .25rem; font-size: 1rem } h4 { margin: 1rem 0 .25rem; font-size: .85rem; color: var(--dim) }
code, pre { font: .85rem/1.5 ui-monospace, monospace } h3 code { font-size: 1rem }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; overflow-x: auto }
.table { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: .9rem }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line) }
th { color: var(--dim); font-weight: 500 } p { margin: .25rem 0 } a { color: inherit } .dim { color: var(--dim) }`

/** The content security policy: only this style is allowed; no scripts, requests or frames. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Renders the page for a service at this address. */
export function renderApiPage(api: OpenApiDocument, baseUrl: string): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')
  const sections = [...groups].map(
    ([name, members]) =>
      `<section><h2>${escape(name)}</h2>${members.map((member) => renderOperation(member, baseUrl)).join('')}</section>`,
  )
  const components = Object.entries(api.components.schemas).map(
    ([name, schema]) => `<h3 id="${escape(name)}">${escape(name)}</h3>${renderFields(schema)}`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Fabula speech service</title><style>${STYLE}</style></head>
<body><main><h1>Fabula speech service</h1>
<p>An offline sandbox of the published speech interface. It makes real audio on this machine, and costs nothing.</p>
<p>Every request carries the key in the header <code>x-api-key</code>, unless noted otherwise.
Its description for programs is <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</p>
${sections.join('\n')}
<section><h2>Shapes</h2>${components.join('')}</section>
</main></body></html>
`
}

function renderOperation(
  { path, method, operation }: { path: string; method: string; operation: OpenApiOperation },
  baseUrl: string,
): string {
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const parameters = operation.parameters ?? []
  const refusals = Object.entries(operation.responses).filter(([status]) => status !== '200')
  const [answerType = '', answer] = Object.entries(operation.responses['200']?.content ?? {})[0] ?? []
  return `<article id="${escape(operation.operationId)}">
<h3><code>${method} ${escape(path)}</code></h3>
<p>${escape(operation.summary)}.${operation.security.length === 0 ? ' Needs no key.' : ''}</p>
${
  parameters.length === 0
    ? ''
    : `<h4>In the address</h4>${renderTable(
        parameters.map(({ name, required, schema }) => fieldRow(name, schema, required)),
      )}`
}${content === undefined ? '' : `<h4>Body: ${escape(type ?? '')}</h4>${renderFields(content.schema)}`}
<h4>Answer: ${escape(answerType)}</h4>${answer?.schema.properties ? renderFields(answer.schema) : ''}
<p class="dim">Or ${refusals.map(([status, { description }]) => `${status} (${escape(description)})`).join(', ')}.</p>
<pre>${escape(exampleOf(method, path, type, content?.schema, baseUrl))}</pre></article>
`
}

function renderFields(schema: JsonSchema): string {
  return renderTable(rowsOf(schema, ''))
}

function rowsOf(schema: JsonSchema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (typeof field === 'boolean') return []
    const path = `${prefix}${name}`
    const items = typeof field.items === 'object' && !Array.isArray(field.items) ? field.items : undefined
    return [
      fieldRow(path, field, schema.required?.includes(name) ?? false),
      ...(field.properties ? rowsOf(field, `${path}.`) : []),
      ...(items?.properties ? rowsOf(items, `${path}[].`) : []),
    ]
  })
}

function fieldRow(name: string, schema: JsonSchema, isRequired: boolean): string {
  const notes = [schema.description, ...limitsOf(schema)].filter((note) => note !== undefined)
  return `<tr><td><code>${escape(name)}</code></td><td>${typeOf(schema)}</td><td>${
    isRequired ? 'yes' : 'no'
  }</td><td>${escape(notes.join(' '))}</td></tr>`
}

function renderTable(rows: readonly string[]): string {
  return `<div class="table"><table><thead><tr><th>Field</th><th>Type</th><th>Always</th><th>Meaning and limits</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    return `<a href="#${escape(name)}">${escape(name)}</a>`
  }
  if (schema.const !== undefined) return `<code>${escape(JSON.stringify(schema.const))}</code>`
  if (schema.enum !== undefined) {
    return schema.enum.map((value) => `<code>${escape(JSON.stringify(value))}</code>`).join(' or ')
  }
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.type === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items)) {
    return `list of ${typeOf(schema.items)}`
  }
  return [schema.type ?? 'anything'].flat().map(escape).join(' or ')
}

/** Limits as sentences. Omits zod’s bounds of safe integers. */
function limitsOf(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  const isLimit = (value: number | undefined): value is number =>
    value !== undefined && Math.abs(value) !== Number.MAX_SAFE_INTEGER
  const number = (value: number) => value.toLocaleString('en')
  return [
    ...(isLimit(minimum) && isLimit(maximum) ? [`From ${number(minimum)} to ${number(maximum)}.`] : []),
    ...(isLimit(minimum) && !isLimit(maximum) ? [`At least ${number(minimum)}.`] : []),
    ...(maxLength === undefined ? [] : [`At most ${number(maxLength)} characters.`]),
    ...(minLength === undefined ? [] : ['Not empty.']),
    ...(minItems === undefined ? [] : [`At least ${number(minItems)}.`]),
    ...(maxItems === undefined ? [] : [`At most ${number(maxItems)}.`]),
    ...(schema.anyOf ?? []).flatMap(limitsOf),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} by default.`]),
  ]
}

function exampleOf(
  method: string,
  path: string,
  type: string | undefined,
  body: JsonSchema | undefined,
  baseUrl: string,
): string {
  const lines = [`curl -X ${method} '${baseUrl}${path}'`, `-H 'x-api-key: <API_KEY>'`]
  if (type === 'application/json') {
    const fields = JSON.stringify(EXAMPLE_BODIES[path] ?? exampleBody(body), null, 2)
    lines.push(`-H 'content-type: application/json'`, `-d '${fields}'`)
  }
  if (type === 'multipart/form-data') lines.push(`-F voice_id=OA001`, `-F file=@story.docx`)
  return lines.join(' \\\n  ')
}

const EXAMPLE_BODIES: Readonly<Record<string, object>> = {
  '/uapi/v1/story-maker': {
    name: 'The lighthouse',
    blocks: [
      { name: 'Opening', input: 'The light went out.', voice_id: 'OA002' },
      { name: 'Answer', input: 'Who is there?', voice_id: 'OA005', silence_before: 1 },
    ],
  },
}

/** The required fields, with an example value. */
function exampleBody(schema: JsonSchema | undefined): object {
  return Object.fromEntries((schema?.required ?? []).map((name) => [name, 'Calm and warm.']))
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
