/** The part of the Shape Detection API (WICG) that reads codes; not in every browser. */
interface BarcodeDetectorLike {
  detect(from: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>
}
type WithDetector = typeof globalThis & { readonly BarcodeDetector?: new () => BarcodeDetectorLike }

/** Whether this browser reads codes and has a camera to be asked for. */
export const canScan = (): boolean => (globalThis as WithDetector).BarcodeDetector !== undefined && 'mediaDevices' in navigator

/** What reads codes in pictures; undefined where the browser has none. */
export function newDetector(): BarcodeDetectorLike | undefined {
  const { BarcodeDetector } = globalThis as WithDetector
  return BarcodeDetector && new BarcodeDetector()
}
