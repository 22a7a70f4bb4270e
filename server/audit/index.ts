/** The operation log: what is kept of each call, and the hash chain over the log and over all changes of rows. The only way in from outside of this folder. */
export { startChainWorker } from './chain-append.ts'
export type { Source } from './chain-hash.ts'
export { verifyChains } from './chain-report.ts'
export { countSeals, verifyChain } from './chain-verify.ts'
export type { Break } from './chain-verify.ts'
export { keepJournal, nameAuthor, openJournal } from './journal.ts'
export type { Journal } from './journal.ts'
