/** Program: `encrypt <file> <encrypted file> <recipient>…` encrypts a file for these recipients, and prints as JSON what the encrypted file is known by. */
import { workBeside } from './beside.ts'
import { encryptFile } from './encryption.ts'

const [verb, from, to, ...recipients] = process.argv.slice(2)
if (verb !== 'encrypt' || from === undefined || to === undefined) throw new Error('say: encrypt <file> <encrypted file> <recipient>…')
await workBeside(() => encryptFile(from, to, recipients))
