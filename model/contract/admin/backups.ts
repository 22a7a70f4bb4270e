import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { contract } from '../contract.ts'

/** Answers with the file of a backup. */
export const downloadDataBaseFile = contract({ method: 'GET', path: '/admin/logsystem/downloadDataBaseFile', input: z.object({ id }) })
