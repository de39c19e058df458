/** The English texts live in shared, because the terminal prints them too: add new codes there. */
export { errors } from '../../../shared/messages/errors.ts'
