/** Lines of Spanish that are too short to be identified one by one. */
export const SHORT_SPANISH_LINES: readonly string[] = [
  '¿Qué es esto?',
  'No lo sé.',
  'Está en la mesa.',
  'Pero no es de ella.',
  '¡Y tú te ríes!',
  'Ya no más.',
]
