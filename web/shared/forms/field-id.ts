/** The id of the element of a field that takes the focus. */
export const idOfField = (formId: string, field: string): string => `${formId}-${field}`
