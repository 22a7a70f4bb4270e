/** The size in bytes; rows have it in kilobytes. */
export const bytesOf = ({ size }: { readonly size: number }): number => size * 1024
