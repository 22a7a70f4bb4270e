/** The programs of PostgreSQL, run without a password on their command line. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export class ProgramError extends Error {}

/** Runs a program and resolves when it has ended well. @throws ProgramError with what the program said, or that it is not there. */
export async function runProgram(name: 'pg_dump' | 'pg_restore', url: string, words: readonly string[]): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  try {
    await promisify(execFile)(name, ['--no-password', '--dbname', address.href, ...words], {
      env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
      maxBuffer: 16 * 1024 ** 2,
    })
  } catch (error) {
    const { code, stderr = '', message } = error as { code?: string | number; stderr?: string; message: string }
    if (code === 'ENOENT') throw new ProgramError(`${name} was not found: install the client programs of PostgreSQL`)
    throw new ProgramError(
      (
        stderr
          .trim()
          .split('\n')
          .find((line) => /error|fatal/i.test(line)) ??
        stderr.trim().split('\n')[0] ??
        message
      ).slice(0, 400),
    )
  }
}
