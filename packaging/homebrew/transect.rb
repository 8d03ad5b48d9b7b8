class Transect < Formula
  desc "Cuts 3D models with planes, exactly, and certifies the result"
  homepage "https://address-of-the-repository.invalid"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "https://address-of-the-repository.invalid/releases/download/v@VERSION@/transect-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256 aarch64-apple-darwin@"
    end
    on_intel do
      url "https://address-of-the-repository.invalid/releases/download/v@VERSION@/transect-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256 x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "https://address-of-the-repository.invalid/releases/download/v@VERSION@/transect-@VERSION@-aarch64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256 aarch64-unknown-linux-gnu@"
    end
    on_intel do
      url "https://address-of-the-repository.invalid/releases/download/v@VERSION@/transect-@VERSION@-x86_64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256 x86_64-unknown-linux-gnu@"
    end
  end

  def install
    bin.install "transect"
    man1.install Dir["man1/*.1"]
    bash_completion.install "completions/bash/transect"
    zsh_completion.install "completions/zsh/_transect"
    fish_completion.install "completions/fish/transect.fish"
  end

  test do
    (testpath/"wedge.off").write <<~OFF
      OFF
      4 4 0
      0 0 0
      6 0 0
      0 6 0
      0 0 6
      3 0 2 1
      3 0 1 3
      3 1 2 3
      3 0 3 2
    OFF
    system bin/"transect", "cut", "wedge.off", "--plane", "z=3", "-o", "out", "--strict"
    assert_path_exists testpath/"out/section.svg"
  end
end
