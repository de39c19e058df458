import { blocksOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import type { Project } from './project.ts'

/** Whether nothing was done to a project since it was made as `made`, and there is nothing in it that could be missed. */
export function isPristine(project: Project, made: Story): boolean {
  const story = project.story()
  return (
    story === made &&
    story.cast.length === 0 &&
    story.sequence.length <= 1 &&
    blocksOf(story).every((block) => block.text === '' && block.name === '') &&
    project.takes().length === 0 &&
    project.render() === null &&
    project.versions().length === 0 &&
    project.jobs.list().length === 0
  )
}
