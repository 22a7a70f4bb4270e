/** Shapes of answers that several operations give. */
import { z } from 'zod'

/** What a write answers with: which row, and which version it has now. */
export const writtenSchema = z.strictObject({ id: z.string(), version: z.int() })
