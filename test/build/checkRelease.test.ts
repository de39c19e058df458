import { expect, test } from 'vitest'
import { releaseFaults } from '../../build/checkRelease.ts'

const good = {
  tag: 'v1.3.0',
  manifest: {
    version: '1.3.0',
    homepage: 'https://tales.test/',
    repository: { url: 'https://forge.test/mira/example-tales.git' },
    author: { email: 'mira@tales.test' },
  },
  changelog: '# Changelog\n\n## Unreleased\n\n## 1.3.0\n',
  metainfo: '<releases><release version="1.3.0" date="2026-01-31" /></releases>',
}

test('a release whose version, changelog and addresses match has no faults', () => {
  expect(releaseFaults(good)).toEqual([])
  const beta = { ...good, tag: 'v1.4.0-beta.1', manifest: { ...good.manifest, version: '1.4.0-beta.1' } }
  expect(releaseFaults(beta)).toEqual([])
})

test.each([
  [{ tag: 'v1.3.1' }, 'The tag v1.3.1 is not the version of package.json, 1.3.0.'],
  [{ changelog: '## Unreleased\n' }, 'CHANGELOG.md has no lines for 1.3.0.'],
  [{ metainfo: '<release version="1.2.0" />' }, 'metainfo.xml has no release 1.3.0.'],
  ...['https://fabula.example/', 'https://example.org', 'https://www.example.com/fabula'].map(
    (homepage) =>
      [
        { manifest: { ...good.manifest, homepage } },
        `“homepage” of package.json is still the placeholder ${homepage}.`,
      ] as const,
  ),
  [
    { manifest: { ...good.manifest, repository: { url: 'https://fabula.example/fabula.git' } } },
    '“repository.url” of package.json is still the placeholder',
  ],
  [
    { manifest: { ...good.manifest, author: { email: 'fabula@example.org' } } },
    '“author.email” of package.json is still the placeholder',
  ],
] as const)('a faulty release is stopped: %j', (change, words) => {
  expect(releaseFaults({ ...good, ...change })).toEqual([expect.stringContaining(words)])
})
