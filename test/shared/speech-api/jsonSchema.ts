/** JSON Schema, as far as the service's description uses it, written from its specification and not from zod's view of it. */
import fc from 'fast-check'
import type { JsonSchema } from '../../../shared/speech-api/openApi.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

const KNOWN = new Set(
  `$ref type properties required additionalProperties propertyNames items anyOf enum const minimum maximum minLength maxLength
   minItems maxItems pattern default description format`.split(/\s+/),
)

/** Whether a value is valid. Throws for an unknown keyword, so that none is ignored silently. */
export function isValid(schema: JsonSchema, value: unknown, schemas: Schemas): boolean {
  for (const keyword of Object.keys(schema)) {
    if (!KNOWN.has(keyword)) throw new Error(`the keyword ${keyword} is not known here`)
  }
  if (schema.$ref !== undefined) return isValid(resolve(schema, schemas), value, schemas)
  if (schema.anyOf?.some((one) => isValid(one, value, schemas)) === false) return false
  if (schema.enum !== undefined && !schema.enum.some((one) => one === value)) return false
  if (schema.const !== undefined && schema.const !== value) return false
  if (schema.type !== undefined && ![schema.type].flat().some((type) => hasType(type, value))) return false
  if (typeof value === 'number') {
    if (value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity)) return false
  }
  if (typeof value === 'string') {
    const length = [...value].length
    if (length < (schema.minLength ?? 0) || length > (schema.maxLength ?? Infinity)) return false
    if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) return false
  }
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity)) return false
    const { items } = schema
    if (items !== undefined) {
      if (typeof items === 'boolean' || Array.isArray(items)) throw new Error('items is one schema here')
      if (!value.every((item) => isValid(items, item, schemas))) return false
    }
  } else if (typeof value === 'object' && value !== null) {
    if (!(schema.required ?? []).every((name) => Object.hasOwn(value, name))) return false
    for (const [name, field] of Object.entries(value)) {
      const property = schema.properties?.[name]
      const rule = property ?? schema.additionalProperties ?? true
      if (rule === false || (rule !== true && !isValid(rule, field, schemas))) return false
    }
  }
  return true
}

function hasType(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number'
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    default:
      return typeof value === type
  }
}

/** Valid values of a schema, with its edges among them. */
export function validValues(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return validValues(resolve(schema, schemas), schemas)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => validValues(one, schemas)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const types = [schema.type].flat()
  return fc.oneof(...types.map((type) => valuesOfType(type, schema, schemas)))
}

function valuesOfType(type: string | undefined, schema: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
  const { minimum: min = -1e6, maximum: max = 1e6 } = schema
  switch (type) {
    case 'string': {
      const { minLength = 0, maxLength = 50, pattern } = schema
      if (pattern?.startsWith('^') === true) return fc.stringMatching(new RegExp(pattern))
      const text = fc.oneof(
        fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 30) }),
        fc.constantFrom('😀'.repeat(maxLength), 'x'.repeat(maxLength), 'x'.repeat(minLength)),
      )
      return pattern === undefined ? text : text.filter((value) => new RegExp(pattern, 'u').test(value))
    }
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.max(min, -1e9), max: Math.min(max, 1e9) }),
        fc.constantFrom(min, max),
      )
    case 'number':
      return fc.oneof(fc.double({ min, max, noNaN: true }), fc.constantFrom(min, max))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const { items } = schema
      const item =
        items === undefined || typeof items === 'boolean' || Array.isArray(items)
          ? fc.jsonValue()
          : validValues(items, schemas)
      return fc.array(item, { minLength: schema.minItems ?? 0, maxLength: 4 })
    }
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
        if (typeof property === 'boolean') throw new Error('a property has a schema here')
        return [name, validValues(property, schemas)] as const
      })
      const required = schema.required ?? []
      return fc.record(Object.fromEntries(properties), { requiredKeys: [...required] })
    }
    default:
      return fc.jsonValue()
  }
}

function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = schema.$ref?.slice('#/components/schemas/'.length) ?? ''
  const found = schemas[name]
  if (found === undefined) throw new Error(`there is no schema ${name}`)
  return found
}

/** A value like this one with one thing changed somewhere in it: most of them are no longer valid. */
export function damaged(value: unknown): fc.Arbitrary<unknown> {
  const others = fc.constantFrom<unknown>(
    null,
    true,
    '',
    '   ',
    'other',
    -1,
    0,
    0.5,
    1.5,
    4.5,
    5,
    3601,
    2 ** 60,
    [],
    {},
    'x'.repeat(101),
    'x'.repeat(201),
    'x'.repeat(501),
    'x'.repeat(2_001),
    '😀'.repeat(10_001),
    '2026-01-01T00:00:00Z',
  )
  if (typeof value !== 'object' || value === null) return others
  const keys = Object.keys(value)
  const changes: fc.Arbitrary<unknown>[] = [others]
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    for (const [index, item] of items.entries()) {
      changes.push(damaged(item).map((other) => items.with(index, other)))
    }
  } else {
    changes.push(fc.constant({ ...value, extra: 1 }))
    for (const key of keys) {
      const { [key]: own, ...rest } = value as Record<string, unknown> // Its keys are strings: it is JSON.
      changes.push(fc.constant(rest))
      changes.push(damaged(own).map((other) => ({ ...rest, [key]: other })))
    }
  }
  return fc.oneof(...changes)
}
