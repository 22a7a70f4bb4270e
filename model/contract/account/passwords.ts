/** What a tenant asks of its passwords, as every call tells it that has a form for one. */
import * as z from 'zod/mini'
import { passwordClasses } from '../../system/known-parameters.ts'

export const passwordPolicy = z.strictObject({ minLength: z.int(), needs: z.readonly(z.array(z.enum(passwordClasses))) })

export type PasswordPolicy = z.output<typeof passwordPolicy>
