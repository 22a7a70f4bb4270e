/** For whom backups are encrypted, as the environment says. */
import { z } from 'zod'
import { variableGroup } from '../kernel/config.ts'

export interface BackupConfig {
  /** Public keys of age, each of whose identities opens every backup; without any, backups are not encrypted. */
  backupRecipients: readonly string[]
}

/** The end of a sentence that begins with the variable. */
export const RECIPIENTS_RULE =
  'must be one or more public keys as npm run backup-key prints them (age1 and 58 letters and digits), separated by commas'

/** Of X25519. Whether its checksum is right, which needs the library, is asked at the start of the server. */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/
const MAX_RECIPIENTS = 20

export const backupVariables = variableGroup({
  variables: {
    BACKUP_RECIPIENTS: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .pipe(z.array(z.string().regex(RECIPIENT)).max(MAX_RECIPIENTS))
      .default([]),
  },
  rules: { BACKUP_RECIPIENTS: RECIPIENTS_RULE },
  read: ({ BACKUP_RECIPIENTS: backupRecipients }): BackupConfig => ({ backupRecipients }),
})
