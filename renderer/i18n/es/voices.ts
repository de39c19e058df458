import type { TextsOf } from '../../../shared/messages/languages.ts'
import type { voices as source } from '../en/voices.ts'

/** Texts of the voice picker. */
export const voices: TextsOf<typeof source> = {
  title: 'Una voz',
  titleFor: 'Una voz para {{name}}',
  titleForStory: 'Una voz para los bloques sin personaje',
  titleForBlocks_one: 'Una voz para un bloque',
  titleForBlocks_other: 'Una voz para {{count}} bloques',
  search: 'Buscar voces',
  searchPlaceholder: 'Nombre, idioma o sonido',
  count: '{{found}} de {{count}} voces',
  filters: 'Filtros',
  filter: { language: 'Idioma', gender: 'Suena como', maker: 'Dónde se genera' },
  all: {
    language: 'Los {{count}} idiomas',
    gender: 'Los {{count}}',
    maker: 'Los {{count}}',
  },
  genders: {
    female: 'Una mujer',
    male: 'Un hombre',
    neutral: 'Ninguno de los dos',
    unknown: 'No se sabe',
  },
  noLanguage: 'No se sabe',
  list: 'Voces',
  groups: { used: 'En esta historia', favourites: 'Favoritas', matches: 'Todas las coincidencias' },
  none: 'Ninguna voz coincide.',
  clearFilters: 'Quitar los filtros',
  typedId: 'Un id de voz del servicio, tal como lo has escrito',
  descriptions: {
    OA001: 'Uniforme y clara, entre aguda y grave',
    OA002: 'Oscura y suave, un narrador tranquilo',
    OA003: 'Británica, ligera y animada, un cuentacuentos',
    OA004: 'Muy grave y firme',
    OA005: 'Luminosa y joven',
    OA006: 'Aguda, fina y delicada',
  },
  speaks: 'Habla {{language}}',
  inUse: 'En uso',
  unread: 'No puede leer las letras de este texto',
  addFavourite: 'Añadir {{name}} a las favoritas',
  removeFavourite: 'Quitar {{name}} de las favoritas',
  hear: 'Escuchar {{name}}',
  hearFor: 'Escuchar {{name}} por {{credits}}',
  stop: 'Detener {{name}}',
  making: 'Generando el audio de {{name}}',
  priceNote: 'Un número en Reproducir es lo que cuesta en créditos la primera escucha. Después es gratis.',
  facts: { maker: 'La genera', language: 'Habla', gender: 'Suena como', costs: 'Cuesta' },
  free: 'Nada',
  perCharacter: 'Cerca de un crédito por letra',
  use: 'Usar {{voice}}',
  useForCharacter: 'Usar {{voice}} para {{name}}',
  useForStory: 'Usar {{voice}} para los bloques sin personaje',
  useForBlock: 'Solo para el bloque {{number}}',
  useForBlocks_one: 'Solo para el bloque seleccionado',
  useForBlocks_other: 'Solo para los {{count}} bloques seleccionados',
  changesFree_one:
    'Un bloque quedará como cambiado. Volver a renderizarlo es gratis, y sus tomas se conservan.',
  changesFree_other:
    '{{count}} bloques quedarán como cambiados. Volver a renderizarlos es gratis, y sus tomas se conservan.',
  changes_one:
    'Un bloque quedará como cambiado. Volver a renderizarlo cuesta {{credits}}, y sus tomas se conservan.',
  changes_other:
    '{{count}} bloques quedarán como cambiados. Volver a renderizarlos cuesta {{credits}}, y sus tomas se conservan.',
}
