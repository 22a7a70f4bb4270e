/** Where the pictures of texts are kept, and how they are had: they may be for those who are signed in. */
export interface TextPictures {
  /** Whether an address is that of one of them. */
  readonly owns: (address: string) => boolean
  /** What an image element can show for it, if there is such a picture. */
  readonly load: (address: string) => Promise<string | undefined>
  /** Keeps one and gives its address; nothing where that failed, of which people have been told. */
  readonly store: (file: File) => Promise<string | undefined>
}
