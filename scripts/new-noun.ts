/** `npm run new-noun -- …`: writes a plain noun, eight files or edits of files in all, the migration among them. Read them before committing. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { USAGE, WrongArgument, planOf } from './new-noun/arguments.ts'
import { editsOf } from './new-noun/files.ts'
import { menuChoices } from './new-noun/menu.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

try {
  const choices = menuChoices(read('seeds/menus.ts'), read('web/app/shell/menu-icon.tsx'))
  const areas = choices.areas.filter((area) => existsSync(`${root}model/${area}`))
  const plan = planOf(process.argv.slice(2), { ...choices, areas })
  const edits = editsOf(plan, existsSync(`${root}model/labels/en/${plan.area}.ts`) ? `${plan.area}.ts` : 'nouns.ts')
  // All texts are made before the first is written: what cannot be made leaves nothing behind.
  const texts = await Promise.all(
    edits.map(async ({ path, edit }) => {
      const full = `${root}${path}`
      const made = edit(existsSync(full) ? readFileSync(full, 'utf8') : '')
      return { path, full, text: await format(made, { ...(await resolveConfig(full)), filepath: full }) }
    }),
  )
  for (const { path, full, text } of texts) {
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text)
    console.log(`Written: ${path}`)
  }
  // The comparison of tables and model has to load the model as it is now.
  execFileSync(process.execPath, [`${root}scripts/migration.ts`, plan.noun, '--write'], { stdio: 'inherit' })
} catch (error) {
  if (!(error instanceof WrongArgument)) throw error
  console.error(`${error.message}\n\n${USAGE}`)
  process.exit(2)
}
