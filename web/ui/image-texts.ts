/** The words of the image upload. */
export interface ImageTexts {
  readonly choose: string
  readonly replace: string
  readonly remove: string
  /** Names the picture to somebody who hears it. */
  readonly preview: string
  /** What may be chosen, below the button. */
  readonly hint: string
  /** Told when the file is no picture of the accepted kinds. */
  readonly wrongType: string
  /** Told when the file is too large. */
  readonly tooLarge: string
  readonly crop: string
  readonly move: string
  readonly zoom: string
  readonly apply: string
  readonly cancel: string
}
