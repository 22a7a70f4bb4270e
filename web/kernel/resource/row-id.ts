/** Ids of rows as they come in addresses, where anybody may write what they like. */

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text can be the id of a row; the server need not be asked for any other. */
export const isRowId = (text: string): boolean => ID.test(text)
