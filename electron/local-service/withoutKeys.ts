/** The environment of a process that has no business with the keys of hosted services. */
export function withoutKeys(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { FABULA_API_KEY: _key, FABULA_ENGINE_KEY: _engineKey, ...ownEnv } = env
  return ownEnv
}
