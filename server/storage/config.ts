/** Where files are kept, as the environment says. */
import { z } from 'zod'
import { variableGroup } from '../kernel/config.ts'
import type { S3Address } from './s3/address.ts'
import { s3AddressOf } from './s3/address.ts'

export interface StorageConfig {
  /** Store of the files; `undefined` means a folder in the data folder. */
  s3: S3Address | undefined
}

export const storageVariables = variableGroup({
  variables: {
    S3_URL: z
      .string()
      .transform((text, context) => s3AddressOf(text) ?? (context.addIssue({ code: 'custom' }), z.NEVER))
      .optional(),
  },
  rules: {
    S3_URL:
      'must be an address like https://key:secret@s3.example.com/bucket?region=eu-central-1&pathStyle=1, with / in key and secret as %2F and + as %2B',
  },
  read: ({ S3_URL: s3 }): StorageConfig => ({ s3 }),
})
