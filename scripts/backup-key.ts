/**
 * `npm run backup-key -- <file>`: makes a pair of keys for the encryption of backups. The identity, which opens them, is written to a new file that only this user may
 * read, in the form of `age-keygen`; the recipient, for the variable BACKUP_RECIPIENTS, is printed.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { newKeyPair } from '../server/backups/index.ts'
import { StartError } from '../server/kernel/start-error.ts'

/** Says how to go on. */
async function makeKey(path: string): Promise<string> {
  const { identity, recipient } = await newKeyPair()
  try {
    writeFileSync(path, `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      code === 'EEXIST'
        ? `${path} is there already, and may be the only key to older backups: say another name.`
        : `${path} cannot be written (${code}).`,
    )
  }
  return [
    `The identity is in ${path}. Keep it away from the server, in two places: whoever has it can open the backups, and without it nobody can.`,
    'Start the server with the recipient:',
    '',
    `  BACKUP_RECIPIENTS=${recipient}`,
    '',
    'Then restore a backup once, elsewhere: npm run restore -- <file.age> --identity <file>',
  ].join('\n')
}

try {
  const [path] = process.argv.slice(2)
  if (path === undefined) throw new StartError('Say where to: npm run backup-key -- <file>')
  process.stdout.write(`${await makeKey(resolve(path))}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
