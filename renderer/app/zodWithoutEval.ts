// The content security policy rules out `new Function`, which zod would otherwise try as soon as a schema is created: import this
// before anything that creates one.
import * as z from 'zod'

z.config({ jitless: true })
