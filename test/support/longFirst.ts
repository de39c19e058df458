/** The order of test files: within a project, files in which every test is long come first, so that no core has to wait for the last of them. */
import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const byProject = Map.groupBy(sorted, ({ project }) => project.name)
    return [...byProject.values()].flatMap((own) => {
      const long = own.filter(isLong)
      return [...long, ...own.filter((file) => !long.includes(file))]
    })
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return readFileSync(moduleId, 'utf8').slice(0, 200).includes('@module-tag long')
}
