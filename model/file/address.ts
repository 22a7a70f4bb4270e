/** Where a picture among the files is asked for. */
export const PICTURE = '/file/file/picture'

/** The address at which a picture of a text is read, relative to the server. */
export const pictureAddress = (id: string): string => `/api${PICTURE}?id=${id}`

/** Whether an address is that, and nothing more. */
export const isPictureAddress = (address: string): boolean =>
  /^\/api\/file\/file\/picture\?id=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(address)
