/** Lines of Spanish that are too short, each alone, to be told as Spanish. */
export const SHORT_SPANISH_LINES: readonly string[] = [
  '¿Qué es esto?',
  'No lo sé.',
  'Está en la mesa.',
  'Pero no es de ella.',
  '¡Y tú te ríes!',
  'Ya no más.',
]
