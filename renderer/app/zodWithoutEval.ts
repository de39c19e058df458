// The content security policy rules out `new Function`, which zod would otherwise try as soon as a schema is made: this is
// imported before anything that makes one.
import * as z from 'zod'

z.config({ jitless: true })
