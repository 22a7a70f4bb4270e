/** What becomes of an issued report: its states, its files and who signs it. */

/** `revised`: another one has taken its place. What was issued is never changed and never taken away. */
export const ISSUED_STATES = ['valid', 'revised', 'withdrawn'] as const
export type IssuedState = (typeof ISSUED_STATES)[number]

/** In the order in which they are signed: nobody checks what nobody answers for. */
export const SIGNATURE_SLOTS = ['made', 'checked', 'approved'] as const
export type SignatureSlot = (typeof SIGNATURE_SLOTS)[number]

/** `pages` are the boxes of its pages, for the preview; `signed` is the PDF once more, with the signatures there were. */
export const ISSUED_FILES = ['pages', 'pdf', 'xlsx', 'docx', 'signed'] as const
export type IssuedFile = (typeof ISSUED_FILES)[number]

/** What people may have of it. `pdf` is the one with the latest signatures; a long report has no `docx`, nor has one that was issued before there were any. */
export const ISSUED_FORMATS = ['pdf', 'xlsx', 'docx'] as const
export type IssuedFormat = (typeof ISSUED_FORMATS)[number]

export const MAX_WITHDRAW_REASON = 256
