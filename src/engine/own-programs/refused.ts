/** How a program of ours begins the line that says why nothing is made of what it was given; its exit code is 1 then. */
export const REFUSED = 'Refused: ';
