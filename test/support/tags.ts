/**
 * Options of a test that `npm test` leaves out and `npm run test:all` and CI run: it listens in real time, starts a program for
 * itself, or goes through every combination, and the main path of its area is tested without it. A file of such tests alone has
 * `@module-tag long` at its top.
 */
export const long = { tags: ['long'] }
