import type { WireError } from '../../shared/ipc/result.ts'

/** The text of an error: what went wrong, what is safe, and what to do next. Takes React's or i18next's `t`. */
export function errorText(
  t: (key: `errors.${WireError['code']}`, params: WireError['params']) => string,
  { code, params }: Pick<Readonly<WireError>, 'code' | 'params'>,
): string {
  return t(`errors.${code}`, params)
}
