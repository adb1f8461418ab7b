/** A moment of a video as its player writes it: "0:07", "1:02:30". */
export function clockText(second: number): string {
  const whole = Math.max(0, Math.floor(second));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(rest).padStart(2, '0');
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, '0')}:${tail}`;
}
