/** Scores and chess moves in English: “6-4, 6-3”, “40-30”, “P-K4”, “Bxc6+”. */
import { NUMBER_START } from './commonRules.ts'
import type { NumberWords } from './numbers.ts'
import { END, rule, START, type SpokenRule } from './rule.ts'

const PIECES: Readonly<Record<string, string>> = {
  K: 'king',
  Q: 'queen',
  R: 'rook',
  B: 'bishop',
  N: 'knight',
  Kt: 'knight',
  P: 'pawn',
}

/** The square of the old notation, “KB3” or “K.B. 3”, or the piece that is taken, “BP”. */
const OLD_SQUARE = String.raw`([KQ])?\.?(Kt|[KQRBN])\.? ?([1-8])`

/** The rules for scores and chess moves. */
export function gameRules({ cardinal }: NumberWords): readonly SpokenRule[] {
  const square = (wing: string | undefined, piece = '', row = '') =>
    `${wing === undefined ? '' : `${PIECES[wing]}'s `}${PIECES[piece]} ${cardinal(row)}`
  const ending = (sign: string | undefined) =>
    sign === undefined ? '' : sign === '+' ? ' check' : sign === '++' ? ' double check' : ' mate'
  return [
    rule(
      'moves in the old notation',
      'digit',
      String.raw`${START}(Kt|[KQRBNP])(?:-| to )${OLD_SQUARE}${END}`,
      ([, piece = '', wing, file, row]) => `${PIECES[piece]} to ${square(wing, file, row)}`,
    ),
    rule(
      'captures in the old notation',
      'initial',
      String.raw`${START}(Kt|[KQRBNP])(?: x |x| takes | × |×)(?:(Kt|[KQRBN])(?=P))?(Kt|[KQRBNP])${END}`,
      ([, piece = '', owner, taken = '']) =>
        `${PIECES[piece]} takes ${owner === undefined ? '' : `${PIECES[owner]}'s `}${PIECES[taken]}`,
    ),
    rule(
      'moves of pieces',
      'digit',
      String.raw`${START}([KQRBN])([a-h]|[1-8])?(x)?([a-h])([1-8])(?:(\+{1,2}|#)|${END})(?![\p{L}\p{N}])`,
      ([, piece = '', from = '', takes, file = '', row = '', sign]) =>
        `${PIECES[piece]} ${from === '' ? '' : `${/\d/.test(from) ? cardinal(from) : from.toUpperCase()} `}${takes === undefined ? '' : 'takes '}${file.toUpperCase()} ${cardinal(row)}${ending(sign)}`,
    ),
    rule(
      'captures of pawns',
      'digit',
      String.raw`${START}([a-h])x([a-h])([1-8])(?:(\+{1,2}|#)|${END})(?![\p{L}\p{N}])`,
      ([, from = '', file = '', row = '', sign]) =>
        `${from.toUpperCase()} takes ${file.toUpperCase()} ${cardinal(row)}${ending(sign)}`,
    ),
    rule('castling', 'initial', String.raw`(?<![\p{L}\p{N}-])O-O(-O)?(?![\p{L}\p{N}-])`, ([, long]) =>
      long === undefined ? 'castles' : 'castles long',
    ),
    rule(
      'games of tennis',
      'digit',
      String.raw`(?<![\p{L}\p{N}–-])(?:(15|30|40)[-–—](15|30|40)|([Ll]ove)[-–—](15|30|40)|(15|30|40)[-–—]([Ll]ove))(?![\p{L}\p{N}–-]|[.,]\d| ?%)`,
      ([all, a, b, love, to, from], { before, after }) => {
        if (love !== undefined) return `${love}–${cardinal(to ?? '')}`
        if (from !== undefined) return `${cardinal(from)}–${all.slice(3)}`
        const isRange = /^ \p{L}/u.test(after) || /\b(?:of|about|some|or|pages?|rule) $/.test(before)
        return isRange || Number(a) < Number(b) || a === b
          ? null
          : `${cardinal(a ?? '')}–${cardinal(b ?? '')}`
      },
    ),
    rule(
      'sets of tennis',
      'digit',
      String.raw`${NUMBER_START}([0-7])[-–]([0-7])(?=, [0-7][-–][0-7](?![\p{L}\p{N}]|[-–]\d))|(?<=\d[-–][0-7], )([0-7])[-–]([0-7])(?![\p{L}\p{N}]|[-–]\d)`,
      ([, a, b, c, d]) => `${cardinal(a ?? c ?? '')} ${cardinal(b ?? d ?? '')}`,
    ),
  ]
}
