texts_of <- function(table) {
    columns <- .Call(shoal:::C_table_columns, table)
    setNames(lapply(seq_along(columns$names), function(i) .Call(shoal:::C_table_texts, table, i)),
             columns$names)
}

test_that("columns of every type read as R prints them", {
    for (seed in seq_len(cases(20))) {
        data <- random_table(seed, rows = 40)
        data$latin <- enc2utf8(data$latin)
        fast <- texts_of(shoal:::table_of(data))
        plain <- texts_of(shoal:::table_of_texts(data))
        expect_identical(fast, plain, info = paste("seed", seed))
        expect_identical(fast, lapply(as.list(data), as.character), info = paste("seed", seed))
    }
})

test_that("NA and the empty text stay apart", {
    data <- data.frame(text = c("", NA, "a"), factor = factor(c(NA, "", "b")), number = c(NaN, 1, NA))
    expect_identical(texts_of(shoal:::table_of(data)),
                     list(text = c("", NA, "a"), factor = c(NA, "", "b"), number = c(NA, "1", NA)))
})

test_that("texts are the same whatever their encoding was", {
    utf8 <- c("caf\u00e9", "tea")
    latin1 <- iconv(utf8, "UTF-8", "latin1")
    table <- shoal:::table_of(data.frame(x = c(utf8, latin1), f = factor(c(1, 2, 1, 2), labels = latin1)))
    expect_identical(texts_of(table), list(x = c(utf8, utf8), f = c(utf8, utf8)))
    broken <- "caf\xe9"
    Encoding(broken) <- "bytes"
    expect_error(shoal:::table_of(data.frame(x = broken)), "encoding", class = "shoal_usage")
})

test_that("numbers are published as R prints them", {
    numbers <- c(1, -1, 0, -0, 2.5, 1 / 3, 1e15, 123456789012, 1e-10, 0.1 + 0.2, 1e300)
    read <- as.double(texts_of(shoal:::table_of(data.frame(x = numbers)))$x)
    expect_identical(read + 0, numbers + 0)
    expect_identical(texts_of(shoal:::table_of(data.frame(x = c(100000, 3))))$x, c("100000", "3"))
    expect_identical(texts_of(shoal:::table_of(data.frame(x = c(100000, 2.5))))$x, c("100000", "2.5"))
    for (seed in 1:5) {
        set.seed(seed)
        numbers <- stats::rnorm(50) * 10^sample(-5:5, 50, TRUE)
        read <- as.double(texts_of(shoal:::table_of(data.frame(x = numbers)))$x)
        expect_identical(read, numbers, info = paste("seed", seed))
    }
})

test_that("times are those of the clock where the column is", {
    times <- as.POSIXct(c("2024-03-31 01:30:00", "2024-07-01 12:00:05", NA), tz = "Europe/Berlin")
    expect_identical(texts_of(shoal:::table_of(data.frame(x = times)))$x,
                     c("2024-03-31 01:30:00", "2024-07-01 12:00:05", NA))
    days <- as.POSIXct(c("2024-03-31", "2024-07-01"), tz = "Europe/Berlin")
    expect_identical(texts_of(shoal:::table_of(data.frame(x = days)))$x, c("2024-03-31", "2024-07-01"))
    data <- data.frame(x = 1:2)
    data$x <- as.POSIXlt(days)
    expect_identical(texts_of(shoal:::table_of(data))$x, c("2024-03-31", "2024-07-01"))
})

test_that("labels of values are used, other values stay", {
    x <- structure(c(1, 2, 3, NA), labels = c(yes = 1, no = 2), class = c("haven_labelled", "double"))
    expect_identical(texts_of(shoal:::table_of(data.frame(i = 1:4, x = I(x))["i"]))$i, as.character(1:4))
    data <- data.frame(i = 1:4)
    data$x <- x
    expect_identical(texts_of(shoal:::table_of(data))$x, c("yes", "no", "3", NA))
})

test_that("whole numbers of bit64 are read", {
    x <- structure(c(0, 0, 0), class = "integer64")
    data <- data.frame(i = 1:3)
    data$x <- x
    expect_identical(texts_of(shoal:::table_of(data))$x, c("0", "0", "0"))
})

test_that("columns that are no values of rows are refused by name", {
    expect_error(shoal:::table_of(data.frame(a = 1:2, b = I(list(1, 2)))), "'b' is a list", class = "shoal_usage")
    expect_error(shoal:::table_of(data.frame(z = c(1i, 2i))), "'z'", class = "shoal_usage")
    expect_error(shoal:::table_of(structure(list(m = matrix(1:4, 2)), class = "data.frame", row.names = 1:2)),
                 "'m' is a matrix", class = "shoal_usage")
    expect_error(shoal:::table_of(data.frame(a = 1, a = 2, check.names = FALSE)), "called 'a'", class = "shoal_usage")
    expect_error(shoal:::table_of(structure(list(1), names = "", class = "data.frame", row.names = 1L)),
                 "no name", class = "shoal_usage")
    expect_error(shoal:::table_of(data.frame()), "no columns", class = "shoal_usage")
    expect_error(shoal:::table_of(1:3), "data frame", class = "shoal_usage")
})

test_that("a factor may have many levels", {
    for (count in c(1, 255, 256, 65535, 65536, 70000)) {
        levels <- sprintf("v%d", seq_len(count))
        codes <- c(1L, count, NA, (count + 1L) %/% 2L)
        x <- structure(as.integer(codes), levels = levels, class = "factor")
        expect_identical(texts_of(shoal:::table_of(data.frame(x = x)))$x, levels[codes], info = count)
    }
})
