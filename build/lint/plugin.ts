// The project's own lint rules, which run beside those of oxlint.config.ts.
import { definePlugin } from '@oxlint/plugins'
import { directions } from './directions.ts'

export default definePlugin({ meta: { name: 'fabula' }, rules: { directions } })
