/** Exports and imports that the server carries out in the background. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { contract } from '../contract.ts'

/** Answers with the file that one of one's own jobs has made. */
export const downloadJob = contract({ method: 'POST', path: '/admin/jobs/downloadJob', input: z.strictObject({ id }) })
