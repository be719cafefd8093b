/** What the page around the frame allows. Nothing, until it has said so itself. */
class Features {
  live = $state(false);
}

export const features = new Features();
